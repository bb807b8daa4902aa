import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { MailControls } from './controls.js';
import type { Inbox } from './inbox.js';
import { createSmtpBehaviour, type Refusal } from './smtp-behaviour.js';

const HOLD_POLL_MS = 10;
const MAX_MESSAGE_BYTES = 30 * 1024 * 1024;

export interface SmtpCatcher {
  port: number;
  /** Has the port refuse connections, or take them again. */
  setClosed(closed: boolean): void;
  close(): Promise<void>;
}

export interface SmtpCatcherOptions {
  /** 0 takes a free port. */
  port: number;
  host?: string;
  inbox: Inbox;
  controls: MailControls;
}

type Verdict = 'taken' | 'hang_up' | 'silence' | Refusal;

/** An SMTP server that delivers nothing: what it takes lands in the inbox. By its controls it is as hostile as relays are. */
export async function startSmtpCatcher(options: SmtpCatcherOptions): Promise<SmtpCatcher> {
  const { inbox, controls } = options;
  const host = options.host ?? '127.0.0.1';
  const behaviour = createSmtpBehaviour(controls);
  const sockets = new Map<number, Socket>();
  /** Messages that each connection has brought. */
  const brought = new WeakMap<Socket, number>();

  const server = new SMTPServer({
    // Any name and password, or none: what matters in development is what the mail says.
    authOptional: true,
    allowInsecureAuth: true,
    onConnect: (_session, callback) => {
      if (controls.silentAt !== 'greeting') callback();
    },
    onAuth(auth, _session, callback) {
      if (controls.silentAt === 'auth') return;
      const refused = behaviour.auth();
      callback(refused ? smtpError(refused) : null, { user: auth.username ?? 'anyone' });
    },
    // The library stops at 253 characters, an address may have one more.
    lenientAddressParsing: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: MAX_MESSAGE_BYTES,
    closeTimeout: 100,
    onMailFrom(_address, _session, callback) {
      const refused = behaviour.sender();
      void slowly().then(() => callback(refused ? smtpError(refused) : null));
    },
    onRcptTo({ address }, session, callback) {
      const refused = behaviour.recipient(senderOf(session), address);
      callback(refused ? smtpError(refused) : null);
    },
    onData(stream, session, callback) {
      const socket = sockets.get(session.remotePort);
      receive(stream, session, socket)
        .then((verdict) => {
          if (verdict === 'hang_up') socket?.destroy();
          else if (verdict !== 'silence') callback(verdict === 'taken' ? null : smtpError(verdict));
        })
        .catch((error: unknown) =>
          callback(smtpError({ code: 554, text: `Unreadable message: ${String(error)}` })),
        );
    },
  });

  // To hang up on a client its socket is needed, which the session knows only by the client's port.
  server.server.on('connection', (socket) => {
    const { remotePort = 0 } = socket;
    sockets.set(remotePort, socket);
    socket.once('close', () => sockets.delete(remotePort));
  });

  const slowly = () => (controls.smtpLatencyMs > 0 ? sleep(controls.smtpLatencyMs) : Promise.resolve());

  async function receive(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    socket: Socket | undefined,
  ): Promise<Verdict> {
    const raw = await buffer(stream);
    await slowly();
    const earlier = (socket && brought.get(socket)) ?? 0;
    if (socket) brought.set(socket, earlier + 1);
    if (controls.silentAt === 'message') return 'silence';
    const refused = behaviour.message(earlier);
    if (refused) return refused;
    const recipients = session.envelope.rcptTo.map(({ address }) => address);
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
    server.listen(options.port, host, () => resolve());
  });
  // A client that breaks off is its own business.
  server.removeAllListeners('error');
  server.on('error', () => undefined);
  const { port } = server.server.address() as AddressInfo;

  return {
    port,
    setClosed(closed) {
      const { server: listener } = server;
      if (closed === !listener.listening) return;
      if (closed) {
        listener.close();
        for (const socket of sockets.values()) socket.destroy();
      } else listener.listen(port, host);
    },
    close: () =>
      new Promise((resolve) => {
        if (!server.server.listening) return resolve();
        server.close(() => resolve());
      }),
  };
}

function senderOf({ envelope: { mailFrom } }: SMTPServerSession): string {
  return mailFrom === false ? '' : mailFrom.address;
}

function smtpError({ code, text }: Refusal): Error {
  return Object.assign(new Error(text), { responseCode: code });
}
