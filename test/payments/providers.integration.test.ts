import { describe, expect, it } from '@jest/globals';
import type { CreatePaymentInput } from '#integrations/payments/payment-provider.js';
import { isConfigured } from '#integrations/payments/payment-provider.js';
import { registeredProviders } from './registered-providers.js';

const config = {
  RAZORPAY_API_URL: 'http://127.0.0.1:9',
  PAYMENT_SANDBOX_URL: 'http://127.0.0.1:9',
  PAYMENT_SANDBOX_SECRET: 'sandbox-webhook-secret',
};
const development = registeredProviders(config, { production: false });
const production = registeredProviders(config, { production: true });

const input: CreatePaymentInput = {
  settings: {},
  paymentId: '0198c0de-0000-7000-8000-000000000001',
  orderNumber: 'H7K2-9QXM',
  amount: 123_450,
  currency: 'INR',
  method: 'card',
  customer: { email: 'asha@example.com', name: 'Asha </script><script>alert(1)</script>' },
  callbackBaseUrl: 'https://api.example.com/',
};

describe('the registry', () => {
  it('knows the pretend payment in development only', () => {
    expect(development.list().map(({ id }) => id)).toEqual(['cod', 'razorpay', 'stripe', 'sandbox']);
    expect(production.list().map(({ id }) => id)).toEqual(['cod', 'razorpay', 'stripe']);
    expect(production.get('sandbox')).toBeUndefined();
    expect(production.get('paypal')).toBeUndefined();
  });

  it('has a label for every method', () => {
    for (const provider of development.list()) {
      expect(Object.keys(provider.methodLabels).sort()).toEqual([...provider.methods].sort());
    }
  });

  it('reads a provider as configured only with all it needs to confirm a payment', () => {
    const ready = (id: string, settings: Record<string, string>, of = production) => {
      const provider = of.get(id);
      return provider && isConfigured(provider, settings);
    };
    expect(ready('cod', {})).toBe(true);
    expect(ready('sandbox', {}, development)).toBe(true);
    expect(ready('razorpay', {})).toBe(false);
    const keys = { 'payment.razorpay.key_id': 'rzp_1', 'payment.razorpay.key_secret': 's' };
    expect(ready('razorpay', keys)).toBe(false);
    expect(ready('razorpay', { ...keys, 'payment.razorpay.webhook_secret': '  ' })).toBe(false);
    expect(ready('razorpay', { ...keys, 'payment.razorpay.webhook_secret': 'w' })).toBe(true);
    expect(ready('stripe', { 'payment.stripe.secret_key': 'sk' })).toBe(false);
    const stripe = { 'payment.stripe.secret_key': 'sk', 'payment.stripe.webhook_secret': 'w' };
    expect(ready('stripe', stripe)).toBe(true);
  });
});

describe('cash on delivery', () => {
  it('is accepted at once, sends no webhooks and refunds by hand', async () => {
    const cod = production.get('cod');
    expect(await cod?.createPayment(input)).toEqual({
      providerOrderId: null,
      status: 'accepted',
      action: { type: 'none' },
    });
    expect(cod?.verifyWebhook).toBeUndefined();
    const refund = {
      settings: {},
      providerPaymentId: '',
      providerOrderId: null,
      providerData: null,
      refundId: input.paymentId,
      amount: 1,
      currency: 'INR',
    };
    // Nobody sends cash back by a call: such a refund never comes here.
    await expect(cod?.refund({ ...refund, reason: 'x' })).rejects.toThrow('refunded by hand');
  });
});

describe('an unconfigured provider', () => {
  it.each(['razorpay', 'stripe'])('%s refuses a payment with 409 before calling anyone', async (id) => {
    await expect(production.get(id)?.createPayment(input)).rejects.toMatchObject({
      code: 'CONFLICT',
      status: 409,
    });
  });
});

describe('the Razorpay payment page', () => {
  const settings = { 'payment.razorpay.key_id': 'rzp_live_1', 'payment.razorpay.key_secret': 'very-secret' };
  const pageInput = {
    settings,
    paymentId: 'payment-1',
    providerOrderId: 'order_1',
    providerData: null,
    orderNumber: input.orderNumber,
    amount: input.amount,
    currency: 'INR',
    method: 'upi',
    storeName: 'Haat',
    customer: input.customer,
    returnUrl: 'https://store.example.com/orders?id=1',
    callbackBaseUrl: 'https://api.example.com',
  };

  it('opens the form for the order, holds no secret and lets no data become markup', async () => {
    const page = await production.get('razorpay')?.checkoutPage?.(pageInput);
    expect(page?.html).toContain('"order_id":"order_1"');
    expect(page?.html).toContain('location.replace("https://store.example.com/orders?id=1")');
    expect(page?.html).not.toContain('very-secret');
    expect(page?.html).not.toContain('<script>alert');
    expect(page?.contentSecurityPolicy).toMatch(/script-src 'nonce-[\w-]+' https:\/\/\*\.razorpay\.com/);
  });

  it('goes back to http addresses only', () => {
    const unsafe = () =>
      production.get('razorpay')?.checkoutPage?.({ ...pageInput, returnUrl: 'javascript:alert(1)' });
    expect(unsafe).toThrow('http address');
  });
});
