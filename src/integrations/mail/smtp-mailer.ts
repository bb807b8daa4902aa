import { createTransport, type NodemailerError } from 'nodemailer';
import type { Readable } from 'node:stream';
import { domainToASCII } from 'node:url';
import { meaningOf, readReply, type SmtpStage } from '#domain/mail/smtp-reply.js';
import { type MailError, MailRefusedError, MailUnavailableError, MailUnclearError } from './mail-errors.js';
import type { Mailer, OutgoingMail } from './mailer.js';

/** Servers on the far side of the world greet within two seconds; a filtered port never does. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Content scanners may hold the last response back for a while. */
const RESPONSE_TIMEOUT_MS = 30_000;
/** Few providers allow more at once. */
const CONNECTIONS = 5;
/** A connection idle for longer is closed before the server does it. */
const IDLE_MS = 10_000;

export interface SmtpConfig {
  host: string;
  port: number;
  /** TLS from the first byte (port 465); otherwise STARTTLS. */
  secure: boolean;
  user?: string;
  password?: string;
}

export interface SmtpTimeouts {
  connectMs?: number;
  responseMs?: number;
}

export interface SmtpMailer extends Mailer {
  /** Closes idle connections; a message being sent ends first. */
  close(): void;
}

/** Sends by SMTP over a few kept-open connections. */
export function createSmtpMailer(config: SmtpConfig, timeouts: SmtpTimeouts = {}): SmtpMailer {
  const transport = createTransport({
    pool: true,
    maxConnections: CONNECTIONS,
    idleTimeout: IDLE_MS,
    host: config.host,
    port: config.port,
    secure: config.secure,
    // A password must not travel in clear, whatever the server offers; on this machine it does not travel.
    requireTLS: Boolean(config.user) && !config.secure && !isLoopback(config.host),
    auth: config.user ? { user: config.user, pass: config.password ?? '' } : undefined,
    connectionTimeout: timeouts.connectMs ?? CONNECT_TIMEOUT_MS,
    greetingTimeout: timeouts.connectMs ?? CONNECT_TIMEOUT_MS,
    socketTimeout: timeouts.responseMs ?? RESPONSE_TIMEOUT_MS,
    // Repeats only what was dropped before a byte of it was sent, such as over a stale connection.
    maxRequeues: 1,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  // The library reports what failed but not how far it came, so the message's own stream is watched.
  transport.use('stream', (mail, done) => {
    mail.message.processFunc((source: Readable) => {
      (mail.data as { attempt?: Attempt }).attempt?.begin(source);
      return source;
    });
    done();
  });

  return {
    async send(mail) {
      const attempt = createAttempt();
      // The library copies the fields it is given, this one too.
      const data = { ...messageOf(mail), attempt };
      try {
        const info = await transport.sendMail(data);
        return { messageId: info.messageId.replace(/^<|>$/g, '') };
      } catch (error) {
        throw outcomeOf(error as NodemailerError, attempt.handedOver());
      }
    },
    close: () => transport.close(),
  };
}

/** One try at sending a message. */
interface Attempt {
  begin(source: Readable): void;
  /** Whether the message was written to its end. */
  handedOver(): boolean;
}

function createAttempt(): Attempt {
  let source: Readable | undefined;
  return {
    begin: (stream) => void (source = stream),
    handedOver: () => source?.readableEnded ?? false,
  };
}

function messageOf(mail: OutgoingMail) {
  const domain = domainToASCII(mail.from.email.split('@').at(-1) ?? '');
  return {
    from: { address: mail.from.email, name: mail.from.name ?? '' },
    to: { address: mail.to.email, name: mail.to.name ?? '' },
    replyTo: mail.replyTo,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: mail.headers,
    // The same on every attempt: receivers that see a message twice can tell.
    messageId: `<${mail.messageId}@${domain}>`,
    ...(mail.bounceTo
      ? { envelope: { from: taggedAddress(mail.bounceTo, mail.messageId), to: mail.to.email } }
      : {}),
  };
}

/** `bounces@shop.example` becomes `bounces+<id>@shop.example`, so that what is returned names its mail. */
function taggedAddress(address: string, id: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}+${id}${address.slice(at)}`;
}

/**
 * What a failure means for the message.
 * @param handedOver whether the message was written to the end: only then can the server have taken it.
 */
function outcomeOf(error: NodemailerError, handedOver: boolean): MailError {
  const { code, responseCode } = error;
  const reason = error.response ?? error.message;
  if (responseCode !== undefined && responseCode >= 400) return refusalOf(error, responseCode, reason);
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'ETLS') {
    return new MailUnavailableError(reason, { misconfigured: true });
  }
  // Without a response of the server: an envelope that nobody could send.
  if (code === 'EENVELOPE') return new MailRefusedError(reason, { deadAddress: true });
  return handedOver
    ? new MailUnclearError(`The message was handed over and no response came: ${reason}`)
    : new MailUnavailableError(reason);
}

function refusalOf(error: NodemailerError, code: number, reason: string): MailError {
  const status = readReply(reason)?.status;
  const meaning = meaningOf({ code, status, stage: stageOf(error) });
  switch (meaning) {
    case 'dead':
    case 'refused':
      return new MailRefusedError(reason, { deadAddress: meaning === 'dead', status });
    case 'deferred':
      return new MailUnavailableError(reason, { waits: 'recipient' });
    case 'throttled':
      return new MailUnavailableError(reason, { waits: 'pace' });
    case 'away':
    case 'misconfigured':
      return new MailUnavailableError(reason, { misconfigured: meaning === 'misconfigured' });
  }
}

const stages: Readonly<Record<string, SmtpStage>> = {
  'MAIL FROM': 'sender',
  'RCPT TO': 'recipient',
  DATA: 'message',
};

function stageOf({ code, command = '' }: NodemailerError): SmtpStage {
  if (code === 'EAUTH' || code === 'ENOAUTH' || command.startsWith('AUTH')) return 'sign_in';
  return stages[command] ?? 'connection';
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
