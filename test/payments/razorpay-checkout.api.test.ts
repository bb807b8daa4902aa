import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { knownOptionKeys, optionKey } from '#domain/payments/checkout-option.js';
import { SANDBOX_KEY_ID } from '../../sandboxes/payments/payment-sandbox.js';
import { newId } from '#lib/ids.js';
import { type PaymentSandbox, startPaymentSandbox } from '../../sandboxes/payments/payment-sandbox.js';
import { createSession } from '../_support/accounts.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { data, type PlacedResponse, placeOrder, readyCart, vendorWithVariant } from '../_support/shop.js';

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
});
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

describe('its page', () => {
  const page = async (placed: PlacedResponse) => {
    const response = await platform.http.raw('GET', `/store/payments/${placed.payment.id}/checkout`);
    return { status: response.status, html: await response.text() };
  };
  const order = async (body: Record<string, unknown> = {}) => {
    const { variantId } = await vendorWithVariant(platform);
    const cart = await readyCart(platform, [{ variantId }]);
    return { cart, placed: data(await placeOrder(cart, { paymentOption: 'razorpay.upi', ...body })) };
  };

  it('leads back to where the buyer came from, the last time it was asked for', async () => {
    const { cart, placed } = await order({ returnUrl: 'https://shop.example.com/thanks?a=1' });
    expect((await page(placed)).html).toContain('location.replace("https://shop.example.com/thanks?a=1")');
    const path = `/store/orders/${placed.order.id}/payments`;
    const returnUrl = 'https://app.example.com/back';
    const again = data(await cart.http.post<PlacedResponse>(path, { returnUrl }));
    expect(again.payment.id).toBe(placed.payment.id);
    expect((await page(placed)).html).toContain('location.replace("https://app.example.com/back")');
    data(await cart.http.post<PlacedResponse>(path, {}));
    expect((await page(placed)).html).toContain('location.replace("https://app.example.com/back")');
  });

  it('leads to the order in the store where nothing else was asked for', async () => {
    const { placed } = await order();
    expect((await page(placed)).html).toContain(
      `location.replace("${platform.container.config.PUBLIC_API_BASE_URL}`,
    );
  });

  it('is closed once the order is cancelled, paid or out of time', async () => {
    const { knex } = platform.container;
    const cancelled = await order();
    data(await cancelled.cart.http.post(`/store/orders/${cancelled.placed.order.id}/cancel`));
    const paid = await order();
    await knex('payments').where({ id: paid.placed.payment.id }).update({ status: 'captured' });
    const late = await order();
    await knex('orders')
      .where({ id: late.placed.order.id })
      .update({ expiresAt: new Date(0) });
    for (const { placed } of [cancelled, paid, late]) {
      const { status, html } = await page(placed);
      expect([status, html.includes('Pay now')]).toEqual([409, false]);
    }
    // A declined attempt may be tried again on the same page.
    const declined = await order();
    await knex('payments').where({ id: declined.placed.payment.id }).update({ status: 'failed' });
    expect((await page(declined.placed)).status).toBe(200);
  });
});

describe('the settings of the ways to pay', () => {
  it('are declared for exactly those that the providers have', () => {
    const { list } = platform.container.paymentProviders;
    const keys = list().flatMap((provider) => provider.methods.map((method) => optionKey(provider, method)));
    expect(keys.sort()).toEqual([...knownOptionKeys].sort());
  });
});
