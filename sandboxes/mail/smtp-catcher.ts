import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import type { MailControls } from './controls.js';
import type { Inbox } from './inbox.js';

const HOLD_POLL_MS = 10;
const MAX_MESSAGE_BYTES = 30 * 1024 * 1024;

export interface SmtpCatcher {
  port: number;
  close(): Promise<void>;
}

export interface SmtpCatcherOptions {
  /** 0 takes a free port. */
  port: number;
  host?: string;
  inbox: Inbox;
  controls: MailControls;
}

/** An SMTP server that takes every message from everyone and delivers none: all land in the inbox. */
export async function startSmtpCatcher(options: SmtpCatcherOptions): Promise<SmtpCatcher> {
  const { inbox, controls } = options;
  const sockets = new Map<number, Socket>();

  const server = new SMTPServer({
    // Any name and password, or none: what matters in development is what the mail says.
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username ?? 'anyone' }),
    // The library stops at 253 characters, an address may have one more.
    lenientAddressParsing: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: MAX_MESSAGE_BYTES,
    closeTimeout: 100,
    onRcptTo(address, _session, callback) {
      const refused = controls.refuseRecipients.includes(address.address);
      callback(refused ? smtpError(550, `No mailbox ${address.address} here`) : null);
    },
    onData(stream, session, callback) {
      receive(
        stream,
        session.envelope.rcptTo.map(({ address }) => address),
      )
        .then((verdict) => {
          if (verdict === 'hang_up') sockets.get(session.remotePort)?.destroy();
          else callback(verdict === 'deferred' ? smtpError(451, 'Try again later') : null);
        })
        .catch((error: unknown) => callback(smtpError(554, `Unreadable message: ${String(error)}`)));
    },
  });

  // To hang up on a client its socket is needed, which the session knows only by the client's port.
  server.server.on('connection', (socket) => {
    const { remotePort = 0 } = socket;
    sockets.set(remotePort, socket);
    socket.once('close', () => sockets.delete(remotePort));
  });

  async function receive(
    stream: SMTPServerDataStream,
    recipients: string[],
  ): Promise<'taken' | 'deferred' | 'hang_up'> {
    const raw = await buffer(stream);
    if (controls.deferNext > 0) {
      controls.deferNext -= 1;
      return 'deferred';
    }
    await inbox.add(raw, { via: 'smtp', recipients });
    while (controls.holdResponses) await sleep(HOLD_POLL_MS, undefined, { ref: false });
    if (controls.hangUpNext > 0) {
      controls.hangUpNext -= 1;
      return 'hang_up';
    }
    return 'taken';
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host ?? '127.0.0.1', () => resolve());
  });
  // A client that breaks off is its own business.
  server.removeAllListeners('error');
  server.on('error', () => undefined);

  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
