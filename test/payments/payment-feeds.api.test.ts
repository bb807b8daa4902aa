import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPaymentFeeds } from '#api/payments/payment-feeds.service.js';
import { createPaymentOptions } from '#api/payments/payment-options.js';
import { knownOptionKeys } from '#domain/payments/checkout-option.js';
import type { PaymentProvider } from '#integrations/payments/payment-provider.js';
import { systemClock } from '#lib/clock.js';
import { startPaymentSandbox, type PaymentSandbox } from '../../sandboxes/payments/payment-sandbox.js';
import { createSession } from '../_support/accounts.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

interface GatewayRow {
  value: string;
  configured: boolean;
  enabled: { web: boolean; app: boolean };
  [key: string]: unknown;
}

const SECRET = 'razorpay-key-secret-4711';
const credentials = {
  'payment.razorpay.key_id': 'rzp_test_sandbox',
  'payment.razorpay.key_secret': SECRET,
  'payment.razorpay.webhook_secret': 'razorpay-webhook-secret-4712',
  'payment.stripe.secret_key': 'stripe-secret-key-4713',
  'payment.stripe.publishable_key': 'stripe-publishable-key-4714',
  'payment.stripe.webhook_secret': 'stripe-webhook-secret-4715',
};

let provider: PaymentSandbox;
let platform: TestPlatform;
let admin: TestPlatform['http'];

beforeAll(async () => {
  provider = await startPaymentSandbox({ port: 0, secret: SECRET });
  platform = await startPlatform({ environment: { RAZORPAY_API_URL: provider.url } });
  admin = platform.http.as((await createSession(platform.container, { roles: ['superAdmin'] })).token);
});
afterAll(async () => {
  await platform.stop();
  await provider.close();
});

const patch = async (values: object) => {
  const response = await admin.patch('/admin/settings/admin', values);
  expect(response.status).toBe(200);
};
beforeEach(async () => {
  await patch({
    ...Object.fromEntries(Object.keys(credentials).map((key) => [key, ''])),
    'payment.enabled_providers': { web: ['cod', 'stripe'], app: ['cod'] },
  });
});

const gateways = async () => {
  const { status, body } = await admin.get<GatewayRow[]>('/admin/payment/gateways');
  expect([status, 'metadata' in body]).toEqual([200, false]);
  return body.data;
};

describe('gateway-rows: the rows of the gateways', () => {
  it('say what each provider is, and leave out what it has not', async () => {
    const rows = await gateways();
    expect(rows.map(({ value }) => value)).toEqual(['cod', 'razorpay', 'stripe', 'sandbox']);
    expect(rows[0]).toEqual({
      value: 'cod',
      label: 'Cash on delivery',
      description: 'Pay the courier when the parcel arrives.',
      methods: ['cod'],
      supportedPlatforms: ['BOTH'],
      configured: true,
      enabled: { web: true, app: true },
    });
    expect(rows[1]).toEqual({
      value: 'razorpay',
      label: 'Razorpay',
      description: 'UPI, cards, net banking and wallets.',
      badge: 'Add credentials',
      href: '/settings/admin/payment.razorpay',
      methods: ['upi', 'card', 'netbanking', 'wallet'],
      supportedPlatforms: ['BOTH'],
      configured: false,
      enabled: { web: false, app: false },
    });
    expect(rows[2]?.enabled).toEqual({ web: true, app: false });
    expect(rows[3]).not.toHaveProperty('href');
  });

  it('lose the badge with the credentials, and follow the setting', async () => {
    await patch({ ...credentials, 'payment.enabled_providers': { web: [], app: ['razorpay'] } });
    const razorpay = (await gateways()).find(({ value }) => value === 'razorpay');
    expect(razorpay).toMatchObject({ configured: true, enabled: { web: false, app: true } });
    expect(razorpay).not.toHaveProperty('badge');
  });

  it('name the platforms that a provider cannot serve, and read one without a check as configured', () => {
    const { settings } = platform.container;
    const bare: PaymentProvider = {
      id: 'bank',
      label: 'Bank slip',
      methods: ['slip'],
      methodLabels: { slip: 'Slip' },
      supportedPlatforms: ['WEB'],
      createPayment: () => Promise.reject(new Error('unused')),
      refund: () => Promise.reject(new Error('unused')),
    };
    const hidden: PaymentProvider = { ...bare, id: 'hidden', hiddenAtCheckout: true };
    const providers = { get: () => bare, list: () => [bare, hidden] };
    const options = createPaymentOptions({ providers, settings });
    const feeds = createPaymentFeeds({ providers, options, settings, clock: systemClock });
    expect(feeds.gateways()[0]).toEqual({
      value: 'bank',
      label: 'Bank slip',
      methods: ['slip'],
      supportedPlatforms: ['WEB'],
      configured: true,
      disabledColumns: ['app'],
      disabledReason: 'Bank slip takes no payments in the app',
      enabled: { web: false, app: false },
    });
    expect(feeds.gateways()).toHaveLength(2);
    expect(feeds.checkoutOptions().map(({ value }) => value)).toEqual(['bank.slip']);
  });
});

describe('checkout-option-keys: the options of the checkout', () => {
  const options = async () => {
    const { status, body } = await admin.get<GatewayRow[]>('/admin/payment/checkout-options');
    expect([status, 'metadata' in body]).toEqual([200, false]);
    return body.data;
  };

  it('are every method of every provider, by the key of place-order', async () => {
    const rows = await options();
    expect(rows.map(({ value }) => value).sort()).toEqual([...knownOptionKeys].sort());
    // Two providers take cards.
    expect(new Set(rows.map((row) => row['label'])).size).toBe(rows.length);
    expect(rows.find(({ value }) => value === 'cod')).toEqual({
      value: 'cod',
      label: 'Cash on delivery',
      providerId: 'cod',
      method: 'cod',
      description: 'Enabled on the web and in the app',
      enabled: { web: true, app: true },
    });
    const stripe = rows.find(({ value }) => value === 'stripe.card');
    expect(stripe?.['description']).toBe('Enabled on the web');
    const upi = rows.find(({ value }) => value === 'razorpay.upi');
    expect(upi).toMatchObject({
      description: 'Not enabled on any platform',
      enabled: { web: false, app: false },
    });
  });

  it('keep the label of the provider when the store has its own title', async () => {
    const title = { 'checkout_payment.cod.title': 'Pay at the door' };
    expect((await admin.patch('/admin/settings/store', title)).status).toBe(200);
    expect((await options()).find(({ value }) => value === 'cod')?.['label']).toBe('Cash on delivery');
  });
});

describe('provider-check: the check of a provider', () => {
  interface Check {
    ok: boolean;
    reason: string | null;
    checkedAt: string;
  }
  const check = (id: string) => admin.post<Check>(`/admin/payment/gateways/${id}/check`);

  it('passes with the right key, and gives the reason with a wrong one or without', async () => {
    expect((await check('razorpay')).body.data).toMatchObject({
      ok: false,
      reason: 'The payment option is not configured: payment.razorpay.key_id is missing',
    });
    await patch(credentials);
    const right = await check('razorpay');
    expect([right.status, right.body.data.ok, right.body.data.reason]).toEqual([200, true, null]);
    expect(Date.parse(right.body.data.checkedAt)).toBeGreaterThan(Date.now() - 60_000);
    await patch({ 'payment.razorpay.key_secret': 'another-secret-4716' });
    const wrong = (await check('razorpay')).body;
    expect(wrong.data.ok).toBe(false);
    expect(wrong.data.reason).toMatch(/\w/);
    expect(JSON.stringify(wrong)).not.toContain('4716');
    expect((await check('cod')).body.data).toMatchObject({ ok: true, reason: null });
    expect((await check('nobody')).status).toBe(404);
  });

  it('tells that the provider is down', async () => {
    const down = (await check('sandbox')).body.data;
    expect([down.ok, down.reason]).toEqual([false, 'ECONNREFUSED']);
  });
});

it('no response holds a stored credential', async () => {
  await patch(credentials);
  const paths = ['/admin/payment/gateways', '/admin/payment/checkout-options'];
  const texts = await Promise.all(paths.map(async (path) => JSON.stringify((await admin.get(path)).body)));
  for (const value of Object.values(credentials)) for (const text of texts) expect(text).not.toContain(value);
});
