import { randomBytes, randomInt } from 'node:crypto';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { settingsRegistry } from '#domain/settings/registry.js';
import { type MailSandbox, startMailSandbox } from '../../sandboxes/mail/mail-sandbox.js';
import { type PaymentSandbox, startPaymentSandbox } from '../../sandboxes/payments/payment-sandbox.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';
import { data, placeOrder, readyCart, sandboxOrderOf, vendorWithVariant } from '../_support/shop.js';
import { historyTraces, recordErrorResponses, tableTraces, type Traces, whereIs } from './secret-traces.js';

const marker = (name: string) => `MARKER-${name}-${randomBytes(9).toString('hex')}`;
const key = () => randomBytes(32).toString('base64');

/** Secrets by name; what the platform makes itself is added as it comes. */
const secrets: Record<string, string> = {
  password: marker('password'),
  newPassword: marker('new-password'),
  wrongPassword: marker('wrong-password'),
  brokenJson: marker('broken-json'),
  guessedToken: marker('guessed-token'),
  guessedApiKey: `haat_${marker('guessed-key')}`,
  forgedSignature: marker('signature'),
  paymentSecret: marker('payment-secret'),
  smtpPassword: marker('smtp-password'),
  authSecret: marker('auth-secret-of-the-platform'),
  encryptionKey: key(),
};

let log = '';
let sandbox: PaymentSandbox;
let mail: MailSandbox;
let platform: TestPlatform;
const errors = recordErrorResponses();

beforeAll(async () => {
  sandbox = await startPaymentSandbox({ port: 0, secret: secrets['paymentSecret'] ?? '' });
  mail = await startMailSandbox({ smtpPort: 0, inboxPort: 0 });
  // Every level, and none of the logger's own replacing: what is not passed to it cannot slip through.
  const logger = pino(
    { level: 'trace' },
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        log += chunk.toString();
        done();
      },
    }),
  );
  platform = await startPlatform({
    workers: ['core', 'documents', 'mail', 'relay'],
    logger,
    environment: {
      PAYMENT_SANDBOX_URL: sandbox.url,
      PAYMENT_SANDBOX_SECRET: secrets['paymentSecret'] ?? '',
      AUTH_SECRET: secrets['authSecret'] ?? '',
      ENCRYPTION_KEY: secrets['encryptionKey'] ?? '',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(mail.smtpPort),
      SMTP_USER: 'haat',
      SMTP_PASSWORD: secrets['smtpPassword'] ?? '',
      RATE_LIMIT_FACTOR: '1',
    },
  });
  sandbox.sendWebhooksTo(platform.url);
});
afterAll(async () => {
  errors.stop();
  await platform.stop();
  await sandbox.close();
  await mail.close();
});

/** Sign-up, links by mail, wrong passwords, a reset, guessed tokens. */
async function accounts(): Promise<void> {
  const { http } = platform;
  const email = 'buyer@example.com';
  const { password, newPassword, wrongPassword } = secrets;
  await http.post('/auth/sign-up/email', { email, password, name: 'Asha Rao' });
  // Out of the inbox: a reset is written after its response, and the row of a mail that was sent keeps no link.
  const link = (path: string) =>
    eventually(async () => {
      const words = mail.messages(email).flatMap(({ text }) => (text ?? '').split(/[\s<>]+/));
      return Promise.resolve(new URL(words.find((word) => word.includes(path)) ?? ''));
    });
  const verification = await link('/auth/verify-email');
  secrets['verificationToken'] = verification.searchParams.get('token') ?? '';
  await http.raw('GET', `${verification.pathname}${verification.search}`, { redirect: 'manual' });
  await http.post('/auth/sign-in/email', { email, password: wrongPassword });
  await http.raw('POST', '/auth/sign-in/email', {
    headers: { 'content-type': 'application/json' },
    body: `{"email":"${email}","password":"${secrets['brokenJson']}`,
  });
  await http.post('/auth/request-password-reset', { email });
  secrets['resetToken'] = (await link('/auth/reset-password/')).pathname.split('/').at(-1) ?? '';
  await http.post('/auth/reset-password', { newPassword: 'short', token: secrets['resetToken'] });
  await http.post('/auth/reset-password', { newPassword, token: secrets['resetToken'] });
  const signedIn = await http.post('/auth/sign-in/email', { email, password: newPassword });
  secrets['sessionToken'] = (signedIn.body as unknown as { token: string }).token;
  await http.as(secrets['sessionToken']).get('/me');
  await http.as(secrets['guessedToken'] ?? '').get('/me');
  await http.as(secrets['guessedApiKey'] ?? '').get('/admin/orders');
}

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');

/** Secret settings that take a text of a certain shape only. */
const shaped: Readonly<Record<string, string>> = {
  'vendor.payout.account_number': digits(18),
  'vendor.payout.ifsc': `QXZV0${digits(6)}`,
  'vendor.payout.pan': `QXZVW${digits(4)}K`,
};

/** Every secret setting, one of them refused; an API key. */
async function administration(): Promise<void> {
  const { http, container } = platform;
  const admin = await createSession(container, { roles: ['superAdmin'] });
  secrets['adminToken'] = admin.token;
  const values: Record<string, string> = {};
  const ofVendor: Record<string, string> = {};
  for (const { key: name, secret, scope } of settingsRegistry.values()) {
    if (!secret) continue;
    const value = shaped[name] ?? marker(name.replaceAll('.', '-'));
    secrets[name] = value;
    if (scope === 'vendor') ofVendor[name] = value;
    else values[name] = value;
  }
  expect(Object.keys(values).length).toBeGreaterThan(5);
  const client = http.as(admin.token);
  data(await client.patch('/admin/settings/admin', values));
  const vendor = await createVendor(container);
  data(await http.as(vendor.token).patch('/vendor/settings', ofVendor));
  await http.as(vendor.token).get('/vendor/settings');
  // Too long, of the wrong type, and once more the same.
  secrets['refusedSetting'] = marker('refused').repeat(30);
  const [first = ''] = Object.keys(values);
  expect((await client.patch('/admin/settings/admin', { [first]: secrets['refusedSetting'] })).status).toBe(
    400,
  );
  expect(
    (await client.patch('/admin/settings/admin', { [first]: { is: secrets['refusedSetting'] } })).status,
  ).toBe(400);
  await client.get('/admin/settings/admin');
  const made = data(
    await client.post<{ key: string }>('/admin/api-keys', { name: 'reports', permissions: ['order:view'] }),
  );
  secrets['apiKey'] = made.key;
  await http.as(made.key).get('/admin/orders');
  await http.as(made.key).get('/admin/settings/admin');
}

/** An order paid by card, its invoice, and webhooks with a bad signature. */
async function sale(): Promise<string> {
  const { http } = platform;
  const { variantId } = await vendorWithVariant(platform);
  const cart = await readyCart(platform, [{ variantId }]);
  const placed = data(await placeOrder(cart, {}, { 'idempotency-key': 'sale-1' }));
  await sandbox.pay(sandboxOrderOf(placed));
  const forged = {
    'x-razorpay-signature': secrets['forgedSignature'] ?? '',
    'x-razorpay-event-id': 'forged-1',
  };
  expect((await http.post('/webhooks/payments/sandbox', { event: 'payment.captured' }, forged)).status).toBe(
    401,
  );
  const { id } = placed.order;
  await eventually(async () => {
    const order = await cart.http.get<{ status: string }>(`/store/orders/${id}`);
    expect(order.body.data.status).toBe('confirmed');
  });
  await cart.http.post(`/store/orders/${id}/invoice/generate`);
  await eventually(async () => {
    expect((await cart.http.raw('GET', `/store/orders/${id}/invoice`)).status).toBe(200);
  });
  return id;
}

test('no secret is in a log line, a history, a row or an error response', async () => {
  await accounts();
  const orderId = await sale();
  // Last: the settings name other accounts at the mail server and the gateway.
  await administration();
  const { container } = platform;
  const unsent = () => container.knex('mail_messages').whereIn('state', ['queued', 'sending']);
  await eventually(async () => expect(await unsent()).toEqual([]));

  const histories = await eventually(async () => {
    const found = await historyTraces(container.gateway.client);
    expect([...found.keys()].join()).toMatch(/follow|orders/);
    expect([...found.keys()].join()).toContain('invoices-render');
    expect([...found.keys()].join()).toContain('drain-mail');
    return found;
  });
  const tables = await tableTraces(container.knex);
  const traces: Traces = new Map([['log', log], ...histories, ...tables, ...errors.traces]);

  // The search itself finds what it looks for: an order's id is in all of them.
  expect(whereIs(orderId, traces)).toEqual(
    expect.arrayContaining(['log', 'table outbox_events', 'table orders']),
  );
  expect(whereIs(orderId, histories).length).toBeGreaterThan(0);
  expect(errors.traces.size).toBeGreaterThan(8);

  const found: Record<string, string[]> = {};
  for (const [name, secret] of Object.entries(secrets)) {
    // Long enough that no other text is like it by chance; those of a given shape are as long as that allows.
    expect([name, secret.length > (name in shaped ? 9 : 15)]).toEqual([name, true]);
    const places = whereIs(secret, traces);
    if (places.length > 0) found[name] = places;
  }
  expect(found).toEqual({});
});
