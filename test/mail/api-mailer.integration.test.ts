import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createApiMailer } from '#integrations/mail/api-mailer.js';
import { MailUnavailableError, MailUnclearError } from '#integrations/mail/mail-errors.js';
import { type MailSandbox, startMailSandbox } from '../../sandboxes/mail/mail-sandbox.js';
import { outgoingMail } from './outgoing-mail.js';

const API_KEY = 'SG.sandbox-key-of-the-test';
let sandbox: MailSandbox;

beforeAll(async () => {
  sandbox = await startMailSandbox({ smtpPort: 0, inboxPort: 0 });
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.clear());
afterEach(() => sandbox.resetControls());

const mailer = (timeoutMs?: number) => createApiMailer({ apiKey: API_KEY, baseUrl: sandbox.url, timeoutMs });

it('delivers the message whole, with our id', async () => {
  const mail = outgoingMail({
    replyTo: 'help@haat.example',
    headers: { 'List-Unsubscribe': '<https://haat.example/u/1>' },
  });
  const { messageId } = await mailer().send(mail);
  const [received] = sandbox.messages('asha@example.com');
  expect(received).toMatchObject({
    via: 'api',
    subject: mail.subject,
    from: { name: 'Haat', address: 'no-reply@haat.example' },
    to: [{ name: 'Asha Rão', address: 'asha@example.com' }],
    replyTo: [{ address: 'help@haat.example' }],
    messageId: `${messageId}@sandbox.invalid`,
    html: expect.stringContaining('<b>Asha</b>'),
    text: expect.stringContaining('Hello Asha'),
  });
  const headers = new Map(received?.headers.map(({ name, value }) => [name, value]));
  expect(headers.get('x-custom-arg-message_id')).toBe(mail.messageId);
  expect(headers.get('list-unsubscribe')).toBe('<https://haat.example/u/1>');
});

describe('what a failure means', () => {
  it('refused: the provider does not like the message', async () => {
    const wrong = mailer().send(outgoingMail({ to: { email: 'not an address' } }));
    await expect(wrong).rejects.toMatchObject({
      name: 'MailRefusedError',
      reason: 'personalizations.0.to.0.email: Does not contain a valid address.',
    });
    sandbox.control({ apiStatus: 413 });
    await expect(mailer().send(outgoingMail())).rejects.toMatchObject({ name: 'MailRefusedError' });
  });

  it.each([401, 403] as const)('the fault of the settings: %d', async (apiStatus) => {
    sandbox.control({ apiStatus });
    const error: unknown = await mailer()
      .send(outgoingMail())
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'MailUnavailableError', misconfigured: true });
    expect(JSON.stringify(error) + String(error)).not.toContain(API_KEY);
    expect((error as Error).cause).toBeUndefined();
  });

  it('safe to repeat: too many calls, a failure of the provider, nobody there', async () => {
    sandbox.control({ apiStatus: 429 });
    const error: unknown = await mailer()
      .send(outgoingMail())
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'MailUnavailableError', misconfigured: false });
    expect((error as MailUnavailableError).retryAfterSeconds).toBeGreaterThan(0);
    expect((error as MailUnavailableError).retryAfterSeconds).toBeLessThanOrEqual(3);

    sandbox.control({ apiStatus: null, failNext: 1 });
    await expect(mailer().send(outgoingMail())).rejects.toBeInstanceOf(MailUnavailableError);

    const stopped = await startMailSandbox({ smtpPort: 0, inboxPort: 0 });
    await stopped.close();
    const nobody = createApiMailer({ apiKey: API_KEY, baseUrl: stopped.url });
    await expect(nobody.send(outgoingMail())).rejects.toBeInstanceOf(MailUnavailableError);
    expect(sandbox.messages()).toHaveLength(0);
  });

  it('unclear: taken, and the response lost or late', async () => {
    sandbox.control({ loseNext: 1 });
    await expect(mailer().send(outgoingMail())).rejects.toBeInstanceOf(MailUnclearError);
    expect(sandbox.messages()).toHaveLength(1);

    sandbox.control({ latencyMs: 400 });
    await expect(mailer(100).send(outgoingMail())).rejects.toBeInstanceOf(MailUnclearError);
  });
});
