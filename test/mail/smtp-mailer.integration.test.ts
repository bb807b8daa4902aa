import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MailRefusedError, MailUnavailableError, MailUnclearError } from '#integrations/mail/mail-errors.js';
import { createSmtpMailer, type SmtpMailer } from '#integrations/mail/smtp-mailer.js';
import { type MailSandbox, startMailSandbox } from '../../sandboxes/mail/mail-sandbox.js';
import { outgoingMail } from './outgoing-mail.js';
import { type Script, startScriptedSmtpServer } from './scripted-smtp-server.js';

/** Short where the script is to run into them, long elsewhere: a busy machine must not change the outcome. */
function timeoutsFor({ greeting, ...later }: Script) {
  const silent = Object.values(later).includes('SILENCE');
  return { connectMs: greeting === 'SILENCE' ? 300 : 5_000, responseMs: silent ? 1_000 : 5_000 };
}

describe('against the mail catcher', () => {
  let sandbox: MailSandbox;
  let mailer: SmtpMailer;
  beforeAll(async () => {
    sandbox = await startMailSandbox({ smtpPort: 0, inboxPort: 0 });
    mailer = createSmtpMailer({
      host: '127.0.0.1',
      port: sandbox.smtpPort,
      secure: false,
      user: 'someone',
      password: 'some-password',
    });
  });
  afterAll(async () => {
    mailer.close();
    await sandbox.close();
  });
  beforeEach(() => {
    sandbox.clear();
    sandbox.resetControls();
  });

  it('delivers the message whole', async () => {
    const mail = outgoingMail({
      replyTo: 'help@haat.example',
      headers: { 'List-Unsubscribe': '<https://haat.example/u/1>' },
    });
    const sent = await mailer.send(mail);
    expect(sent.messageId).toBe(`${mail.messageId}@haat.example`);

    const [received] = sandbox.messages('asha@example.com');
    expect(received).toMatchObject({
      via: 'smtp',
      subject: mail.subject,
      from: { name: 'Haat', address: 'no-reply@haat.example' },
      to: [{ name: 'Asha Rão', address: 'asha@example.com' }],
      replyTo: [{ address: 'help@haat.example' }],
      messageId: sent.messageId,
      html: expect.stringContaining('<b>Asha</b>'),
      text: expect.stringContaining('Hello Asha'),
    });
    expect(received?.headers).toContainEqual({
      name: 'list-unsubscribe',
      value: '<https://haat.example/u/1>',
    });
  });

  it('sends from and to domains of other scripts, and by the envelope sender that it is given', async () => {
    const from = { email: 'shop@bücher.example', name: 'Bücher' };
    const mail = outgoingMail({ from, to: { email: 'asha@मेल.example' }, bounceTo: 'bounces@bücher.example' });
    const { messageId } = await mailer.send(mail);
    expect(messageId).toBe(`${mail.messageId}@xn--bcher-kva.example`);
    expect(sandbox.messages()[0]?.recipients).toEqual(['asha@मेल.example']);
  });

  it('sends many at once over its connections', async () => {
    const mails = Array.from({ length: 30 }, (_, index) =>
      outgoingMail({ to: { email: `buyer${index}@example.com` } }),
    );
    await Promise.all(mails.map((mail) => mailer.send(mail)));
    expect(sandbox.messages()).toHaveLength(30);
    expect(new Set(sandbox.messages().flatMap(({ recipients }) => recipients)).size).toBe(30);
  });

  it('lets no line break into a header', async () => {
    await mailer.send(
      outgoingMail({ subject: 'Hi\r\nBcc: thief@example.com', to: { email: 'a@example.com' } }),
    );
    const [received] = sandbox.messages();
    expect(received?.recipients).toEqual(['a@example.com']);
    expect(received?.headers.map(({ name }) => name)).not.toContain('bcc');
  });

  it('goes on after refusals and put-offs', async () => {
    sandbox.control({ refuseRecipients: ['gone@example.com'], deferNext: 1 });
    const gone = mailer.send(outgoingMail({ to: { email: 'gone@example.com' } }));
    await expect(gone).rejects.toMatchObject({
      name: 'MailRefusedError',
      reason: '550 No mailbox gone@example.com here',
    });
    await expect(mailer.send(outgoingMail())).rejects.toMatchObject({
      name: 'MailUnavailableError',
      reason: expect.stringContaining('451'),
      misconfigured: false,
    });
    await expect(mailer.send(outgoingMail())).resolves.toMatchObject({ messageId: expect.any(String) });
  });

  it('does not send again what may have been taken', async () => {
    sandbox.control({ hangUpNext: 1 });
    await expect(mailer.send(outgoingMail())).rejects.toBeInstanceOf(MailUnclearError);
    expect(sandbox.messages()).toHaveLength(1);
  });
});

describe('what a failure means', () => {
  let stop: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(stop.map((each) => each()));
    stop = [];
  });

  async function failure(script: Script, user?: string) {
    const server = await startScriptedSmtpServer(script);
    const mailer = createSmtpMailer(
      { host: '127.0.0.1', port: server.port, secure: false, user, password: 'the-password' },
      timeoutsFor(script),
    );
    stop.push(async () => {
      mailer.close();
      await server.close();
    });
    const error: unknown = await mailer.send(outgoingMail()).then(
      () => undefined,
      (caught: unknown) => caught,
    );
    return { error, counts: server.counts };
  }

  it.each<[string, Script]>([
    ['the recipient is refused', { rcptTo: '550 5.1.1 no such user' }],
    ['the content is refused', { accepted: '554 5.7.1 looks like spam' }],
    ['the message is too large, said early', { mailFrom: '552 5.3.4 too large' }],
    ['the data command is refused', { data: '554 no valid recipients' }],
  ])('refused for good when %s', async (_case, script) => {
    const { error } = await failure(script);
    expect(error).toBeInstanceOf(MailRefusedError);
  });

  it.each<[string, Script]>([
    ['the server is busy', { greeting: '421 4.3.2 too many connections' }],
    ['the server greets with a refusal', { greeting: '554 no service' }],
    ['the server hangs up before greeting', { greeting: 'HANG_UP' }],
    ['the server never greets', { greeting: 'SILENCE' }],
    ['the sender is put off', { mailFrom: '451 4.7.1 greylisted' }],
    ['the recipient is put off', { rcptTo: '450 4.2.1 mailbox busy' }],
    ['the server never returns the recipient', { rcptTo: 'SILENCE' }],
    ['the server hangs up at the data command', { data: 'HANG_UP' }],
    ['the server never returns the data command', { data: 'SILENCE' }],
    ['the message is put off after it was sent', { accepted: '451 4.3.0 try later' }],
  ])('safe to repeat when %s', async (_case, script) => {
    const { error } = await failure(script);
    expect(error).toBeInstanceOf(MailUnavailableError);
    expect(error).toMatchObject({ misconfigured: false });
  });

  it.each<[string, Script]>([
    ['the server hangs up instead of accepting', { accepted: 'HANG_UP' }],
    ['the server never accepts', { accepted: 'SILENCE' }],
    ['the acceptance cannot be read', { accepted: 'certainly!' }],
  ])('unclear, and handed over once only, when %s', async (_case, script) => {
    const { error, counts } = await failure(script);
    expect(error).toBeInstanceOf(MailUnclearError);
    // Longer than the wait after which the library repeats a message by itself.
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(counts().messages).toBe(1);
  });

  it('the fault of the settings when the sender or the password is refused', async () => {
    const sender = await failure({ mailFrom: '553 5.7.1 sender not allowed' });
    expect(sender.error).toMatchObject({ name: 'MailUnavailableError', misconfigured: true });

    const ehlo = '250-scripted\r\n250 AUTH PLAIN';
    const unknown = await failure({ ehlo, greeting: '220 scripted' }, undefined);
    expect(unknown.error).toBeUndefined();
    const signIn = await failure({ ehlo: '250-scripted\r\n250 AUTH LOGIN' }, 'someone');
    expect(signIn.error).toMatchObject({ name: 'MailUnavailableError', misconfigured: true });
    expect(String((signIn.error as Error).message)).not.toContain('the-password');
  });

  it('safe to repeat when nobody listens', async () => {
    const server = await startScriptedSmtpServer({});
    await server.close();
    const mailer = createSmtpMailer({ host: '127.0.0.1', port: server.port, secure: false });
    await expect(mailer.send(outgoingMail())).rejects.toBeInstanceOf(MailUnavailableError);
    mailer.close();
  });
});
