import { createConnection } from 'node:net';
import { createInterface } from 'node:readline';
import { connect as connectTls } from 'node:tls';
import type { SmtpConfig } from './smtp-mailer.js';

/** A buyer waits for it; a server that is slower is asked again later. */
const TIMEOUT_MS = 3_000;

/**
 * Whether a mail server offers SMTPUTF8 (RFC 6531), asked by EHLO alone: no sign-in, no mail. It is announced before STARTTLS as
 * after it.
 * @throws Error where the server cannot be reached or does not greet
 */
export async function offersSmtpUtf8({ host, port, secure }: SmtpConfig): Promise<boolean> {
  const socket = secure ? connectTls({ host, port, servername: host }) : createConnection({ host, port });
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`${host}:${port} did not respond in time`)));
  try {
    const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
    await replyOf(lines);
    socket.write(`EHLO [127.0.0.1]\r\n`);
    const offered = await replyOf(lines);
    socket.end('QUIT\r\n');
    return offered.some((line) => /^250[ -]SMTPUTF8\b/i.test(line));
  } finally {
    socket.destroy();
  }
}

/** The lines of one reply; a hyphen behind the code says that more follow. */
async function replyOf(lines: AsyncIterator<string>): Promise<string[]> {
  const reply: string[] = [];
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new Error('The mail server closed the connection');
    reply.push(value);
    if (!/^2\d\d/.test(value)) throw new Error(`The mail server responded ${value}`);
    if (value[3] !== '-') return reply;
  }
}
