import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type MailSandbox, startMailSandbox } from '../../sandboxes/mail/mail-sandbox.js';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { startScriptedSmtpServer } from './scripted-smtp-server.js';

const KEY = 'SG.a-key-that-nobody-may-read';
const PASSWORD = 'a-password-that-nobody-may-read';
const templatePath = '/admin/email/templates/order.placed/customer/test';
let sandbox: MailSandbox;
let platform: TestPlatform;
let admin: HttpClient;

beforeAll(async () => {
  sandbox = await startMailSandbox({ smtpPort: 0, inboxPort: 0 });
  platform = await startPlatform({ environment: { MAIL_API_BASE_URL: sandbox.url } });
  const session = await createSession(platform.container, { roles: ['superAdmin'] });
  admin = platform.http.as(session.token);
});
afterAll(async () => {
  await platform.stop();
  await sandbox.close();
});
beforeEach(() => {
  sandbox.clear();
  sandbox.resetControls();
});

async function connect(settings: object): Promise<void> {
  const response = await admin.patch('/admin/settings/admin', settings);
  expect([response.status, response.body.errors]).toEqual([200, undefined]);
}
const viaSmtp = (port = sandbox.smtpPort) =>
  connect({
    'email.provider': 'smtp',
    'email.smtp_host': '127.0.0.1',
    'email.smtp_port': port,
    'email.smtp_user': 'haat',
    'email.smtp_password': PASSWORD,
  });
const viaApi = () => connect({ 'email.provider': 'mailapi', 'email.mailapi_api_key': KEY });
const lastRow = async () =>
  (await platform.container
    .knex('mail_messages')
    .where({ kind: 'test' })
    .orderBy('id', 'desc')
    .first()) as Record<string, unknown>;

async function expectNoSecret(text: string): Promise<void> {
  for (const secret of [KEY, PASSWORD, Buffer.from(PASSWORD).toString('base64')]) {
    expect(text).not.toContain(secret);
    expect(JSON.stringify(await lastRow())).not.toContain(secret);
  }
}

describe('email-test', () => {
  it('without a connection is 502 that says so, and stands in the log', async () => {
    const response = await admin.post('/admin/email/test', { to: 'asha@example.com' });
    expect(response).toMatchObject({
      status: 502,
      body: {
        errorCode: 'BAD_GATEWAY',
        reason: 'mail.not_sent',
        message: expect.stringContaining('No mail server is set up'),
      },
    });
    expect(await lastRow()).toMatchObject({
      template: 'email.test',
      state: 'failed',
      recipient: 'asha@example.com',
    });
  });

  it.each([
    ['SMTP', viaSmtp],
    ['the API', viaApi],
  ])('by %s is sent, and returns the provider’s id', async (_name, connection) => {
    await connection();
    const { status, body } = await admin.post<{ sent: boolean; messageId: string }>('/admin/email/test', {
      to: 'asha@example.com',
    });
    expect([status, body.data.sent]).toEqual([200, true]);
    expect(sandbox.messages('asha@example.com')).toHaveLength(1);
    expect(await lastRow()).toMatchObject({
      template: 'email.test',
      state: 'sent',
      attempts: 1,
      providerMessageId: body.data.messageId,
    });
  });

  it('refused by SMTP is 502 with the server’s words', async () => {
    await viaSmtp();
    sandbox.control({ refuseRecipients: ['nobody@example.com'] });
    const { status, body } = await admin.post('/admin/email/test', { to: 'nobody@example.com' });
    expect([status, body.message]).toEqual([
      502,
      expect.stringContaining('No mailbox nobody@example.com here'),
    ]);
    await expectNoSecret(JSON.stringify(body));
  });

  it.each([401, 403, 400] as const)(
    'refused by the API with %i is 502 without the key',
    async (apiStatus) => {
      await viaApi();
      sandbox.control({ apiStatus });
      const { status, body } = await admin.post('/admin/email/test', { to: 'asha@example.com' });
      expect([status, body.reason]).toEqual([502, 'mail.not_sent']);
      await expectNoSecret(JSON.stringify(body));
    },
  );

  it('a lost response is 502 that says that the mail may have been sent', async () => {
    await viaApi();
    sandbox.control({ loseNext: 1 });
    const { status, body } = await admin.post('/admin/email/test', { to: 'asha@example.com' });
    expect([status, body.reason]).toEqual([502, 'mail.maybe_sent']);
    expect(await lastRow()).toMatchObject({ state: 'unclear' });
  });

  it('a wrong password is 502 with the server’s words alone', async () => {
    const server = await startScriptedSmtpServer({
      ehlo: '250-scripted\r\n250 AUTH PLAIN',
      auth: `535 no user haat with ${PASSWORD}`,
    });
    await viaSmtp(server.port);
    const { status, body } = await admin.post('/admin/email/test', { to: 'asha@example.com' });
    await server.close();
    expect([status, body.reason]).toEqual([502, 'mail.not_sent']);
    expect(body.message).toContain('no user haat with [redacted]');
    await expectNoSecret(JSON.stringify(body));
  });

  it('settings-at-next-send: the provider changes between two mails', async () => {
    await viaSmtp();
    await admin.post('/admin/email/test', { to: 'asha@example.com' });
    await viaApi();
    await admin.post('/admin/email/test', { to: 'asha@example.com' });
    expect(sandbox.messages('asha@example.com').map(({ via }) => via)).toEqual(['api', 'smtp']);
  });
});

describe('the test of a template', () => {
  it('sends a draft with sample data, and what is in effect where the draft says nothing', async () => {
    await viaSmtp();
    const { status } = await admin.post(templatePath, {
      to: 'asha@example.com',
      subject: 'Draft {{order_number}}',
    });
    expect(status).toBe(200);
    const [mail] = sandbox.messages('asha@example.com');
    expect(mail?.subject).toBe('[Test] Draft H7K2-9QXM');
    const header = (name: string) => mail?.headers.find((item) => item.name === name)?.value;
    expect(header('auto-submitted')).toBe('auto-generated');
    expect(header('feedback-id')).toMatch(/^order\.placed:customer:mail:[a-z0-9]{5,15}$/);
    expect(mail?.html).toContain('Thank you for your order');
    expect(mail?.text).toContain('₹2,849.00');
    expect(await lastRow()).toMatchObject({
      template: 'order.placed',
      role: 'customer',
      variablesEncrypted: null,
    });
    expect(await platform.container.knex('mail_template_overrides')).toEqual([]);
  });

  it('refuses a draft that cannot be read, and a bad address', async () => {
    const broken = await admin.post(templatePath, { to: 'asha@example.com', body: '{{' });
    expect([broken.status, broken.body.errors?.[0]?.path]).toEqual([400, 'body.body']);
    const nobody = await admin.post(templatePath, { to: 'nobody' });
    expect([nobody.status, nobody.body.errors?.[0]?.path]).toEqual([400, 'body.to']);
    expect(sandbox.messages()).toEqual([]);
  });
});

it('a person sends at most 20 test mails a minute', async () => {
  const limited = await startPlatform({ environment: { RATE_LIMIT_FACTOR: '1' } });
  try {
    const session = await createSession(limited.container, { permissions: ['emailTemplate:test'] });
    const client = limited.http.as(session.token);
    const statuses: number[] = [];
    for (let n = 0; n < 21; n += 1)
      statuses.push(
        (await client.post(n % 2 ? templatePath : '/admin/email/test', { to: 'a@example.com' })).status,
      );
    expect(statuses.slice(0, 20).every((status) => status === 502)).toBe(true);
    expect(statuses[20]).toBe(429);
  } finally {
    await limited.stop();
  }
});

it.each([
  [
    'email.smtp_host',
    ['smtp.example.com', '127.0.0.1', '::1', 'mail', 'smtp.bücher.example'],
    ['http://smtp.example.com', 'smtp.example.com:25', 'a b', 'a/b', '-a.example', 'a..b'],
  ],
  ['email.from_name', ['Haat & Söhne'], ['Haat\nBcc: a@example.com', 'Haat\u0007']],
  ['email.from_email', ['shop@bücher.example'], ['shop@a.example\n', 'shop@<a.example>', 'shop']],
])('%s takes what it names and nothing else', async (key, good, bad) => {
  const { token } = await createSession(platform.container, { roles: ['superAdmin'] });
  const patch = (value: string) => platform.http.as(token).patch('/admin/settings/admin', { [key]: value });
  for (const value of good) expect([value, (await patch(value)).status]).toEqual([value, 200]);
  for (const value of bad) expect([value, (await patch(value)).status]).toEqual([value, 400]);
  await patch('');
});
