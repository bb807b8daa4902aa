import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createTransport, type NodemailerError } from 'nodemailer';
import { type MailSandbox, startMailSandbox } from '../../sandboxes/mail/mail-sandbox.js';

let sandbox: MailSandbox;
beforeAll(async () => {
  sandbox = await startMailSandbox({ smtpPort: 0, inboxPort: 0 });
});
afterAll(() => sandbox.close());
beforeEach(() => {
  sandbox.clear();
  sandbox.resetControls();
});

/** What a server replies to a message: `taken`, its reply, or the code of a connection that failed. */
async function send(to: string, over = connect(), from = 'shop@example.com'): Promise<string> {
  try {
    await over.sendMail({ from, to, subject: 'Hi', text: 'x' });
    return 'taken';
  } catch (error) {
    const { response, code } = error as NodemailerError;
    return response ?? code ?? '';
  }
}
const connect = (options: object = {}) =>
  createTransport({
    host: '127.0.0.1',
    port: sandbox.smtpPort,
    socketTimeout: 400,
    greetingTimeout: 400,
    ...options,
  });
const arrived = () => sandbox.messages().flatMap(({ recipients }) => recipients);

it('refuses senders, recipients and messages with the reply that it was given', async () => {
  sandbox.control({ messageReply: '554 5.7.1 Message rejected as spam' });
  expect(await send('a@example.com')).toBe('554 5.7.1 Message rejected as spam');
  sandbox.control({ messageReply: null, senderReply: '553 5.7.1 Not your sender' });
  expect(await send('a@example.com')).toBe('553 5.7.1 Not your sender');
  sandbox.resetControls();
  sandbox.control({
    recipientReplies: {
      'gone@example.com': '550 5.1.1 No such user',
      'full.example': '452 4.2.2 Mailbox full',
    },
  });
  expect(await send('gone@example.com')).toContain('550 5.1.1 No such user');
  expect(await send('any@full.example')).toContain('452 4.2.2 Mailbox full');
  expect(await send('a@example.com')).toBe('taken');
  expect(arrived()).toEqual(['a@example.com']);
});

it('greylists each pair of sender and recipient until its time has passed', async () => {
  sandbox.control({ greylistSeconds: 300, greylistDomains: ['grey.example'] });
  expect(await send('a@grey.example')).toContain('450 4.7.1');
  expect(await send('a@grey.example')).toContain('450 4.7.1');
  expect(await send('a@open.example')).toBe('taken');
  sandbox.control({ clockAheadSeconds: 301 });
  expect(await send('a@grey.example')).toBe('taken');
  expect(await send('b@grey.example')).toContain('450 4.7.1');
});

it('throttles by the second, ends connections, and takes messages again a second later', async () => {
  sandbox.control({ throttlePerSecond: 2, clockAheadSeconds: 100 });
  const replies = [await send('1@a.example'), await send('2@a.example'), await send('3@a.example')];
  expect(replies.map((reply) => reply.slice(0, 5))).toEqual(['taken', 'taken', '454 4']);
  sandbox.control({ clockAheadSeconds: 101 });
  expect(await send('3@a.example')).toBe('taken');
  sandbox.resetControls();
  sandbox.control({ messagesPerConnection: 1 });
  const pooled = connect({ pool: true, maxConnections: 1 });
  expect(await send('4@a.example', pooled)).toBe('taken');
  expect(await send('5@a.example', pooled)).toContain('421 4.7.0');
  expect(await send('5@a.example', pooled)).toBe('taken');
  pooled.close();
});

it('takes a message and cuts the line, or says nothing at the greeting, to a sign-in, after a message', async () => {
  sandbox.control({ hangUpNext: 1 });
  expect(await send('cut@a.example')).not.toBe('taken');
  expect(arrived()).toEqual(['cut@a.example']);
  for (const silentAt of ['greeting', 'auth', 'message'] as const) {
    sandbox.control({ silentAt });
    expect(await send('quiet@a.example', connect({ auth: { user: 'a', pass: 'b' } }))).toMatch(
      /ETIMEDOUT|EAUTH/,
    );
  }
  expect(arrived()).toEqual(['cut@a.example']);
  sandbox.resetControls();
  sandbox.control({ authReply: '535 5.7.8 Authentication failed' });
  expect(await send('a@a.example', connect({ auth: { user: 'a', pass: 'b' } }))).toContain('535 5.7.8');
});

it('closes its port and opens it again', async () => {
  sandbox.control({ closed: true });
  expect(await send('a@a.example')).toMatch(/ESOCKET|ECONNECTION/);
  sandbox.control({ closed: false });
  expect(await send('a@a.example')).toBe('taken');
});
