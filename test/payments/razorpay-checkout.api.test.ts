import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { knownOptionKeys, optionKey } from '#domain/payments/checkout-option.js';
import { createPaymentProviders } from '#integrations/payments/payment-providers.js';
import { SANDBOX_KEY_ID } from '#integrations/payments/sandbox-account.js';
import { newId } from '#lib/ids.js';
import { type PaymentSandbox, startPaymentSandbox } from '../../sandboxes/payments/payment-sandbox.js';
import { createSession } from '../_support/accounts.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { data, placeOrder, readyCart, vendorWithVariant } from '../_support/shop.js';

const SECRET = 'sandbox-webhook-secret';
let sandbox: PaymentSandbox;
let platform: TestPlatform;

// The real adapter, with its own settings, against the gateway that speaks like the real one.
beforeAll(async () => {
  sandbox = await startPaymentSandbox({ port: 0, secret: SECRET });
  platform = await startPlatform({ environment: { RAZORPAY_API_URL: sandbox.url } });
  const admin = platform.http.as((await createSession(platform.container, { roles: ['superAdmin'] })).token);
  data(
    await admin.patch('/admin/settings/admin', {
      'payment.enabled_providers': { web: ['razorpay'], app: [] },
      'payment.razorpay.key_id': SANDBOX_KEY_ID,
      'payment.razorpay.key_secret': SECRET,
      'payment.razorpay.webhook_secret': SECRET,
    }),
  );
}, 60_000);
afterAll(async () => {
  await platform.stop();
  await sandbox.close();
});

describe('a provider without a page of its own', () => {
  it('is paid on a page of ours, which knows no secret', async () => {
    const options = data(await platform.http.get<{ value: string }[]>('/store/checkout/options'));
    expect(options.map((option) => option.value)).toEqual([
      'razorpay.upi',
      'razorpay.card',
      'razorpay.netbanking',
      'razorpay.wallet',
    ]);
    const { variantId } = await vendorWithVariant(platform);
    const placed = data(
      await placeOrder(await readyCart(platform, [{ variantId }]), { paymentOption: 'razorpay.upi' }),
    );
    const url = new URL(placed.payment.action.url ?? '');
    expect(url.pathname).toBe(`/store/payments/${placed.payment.id}/checkout`);
    const page = await platform.http.raw('GET', url.pathname);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain('razorpay.com');
    const html = await page.text();
    expect(html).toContain(placed.order.orderNumber);
    expect(html).not.toContain(SECRET);
    expect((await platform.http.raw('GET', `/store/payments/${newId()}/checkout`)).status).toBe(404);
  });
});

describe('the settings of the ways to pay', () => {
  it('are declared for exactly those that the providers have', () => {
    const { list } = createPaymentProviders({ ...platform.container.config, production: false });
    const keys = list().flatMap((provider) => provider.methods.map((method) => optionKey(provider, method)));
    expect(keys.sort()).toEqual([...knownOptionKeys].sort());
  });
});
