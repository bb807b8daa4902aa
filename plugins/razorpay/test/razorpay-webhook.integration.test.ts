import { describe, expect, it } from '@jest/globals';
import { hmacSha256, type PaymentSettings } from 'haat/plugin';
import { razorpayAccount } from '../integrations/razorpay-account.js';
import { createRazorpayProvider } from '../integrations/razorpay-provider.js';

const razorpay = createRazorpayProvider(razorpayAccount('https://api.razorpay.com'));
const SETTINGS: PaymentSettings = {
  'payment.razorpay.key_id': 'rzp_live_1',
  'payment.razorpay.key_secret': 'key-secret',
  'payment.razorpay.webhook_secret': 'current-secret',
};

const payment = {
  id: 'pay_29QQoUBi66xm2f',
  entity: 'payment',
  amount: 50_000,
  currency: 'INR',
  status: 'captured',
  captured: true,
  order_id: 'order_9A33XWu170gUtm',
  notes: [],
  created_at: 1_700_000_000,
  card: { last4: '1111' },
};
const captured = {
  entity: 'event',
  event: 'payment.captured',
  contains: ['payment'],
  payload: { payment: { entity: payment } },
  created_at: 1_700_000_100,
};

function read(
  body: unknown,
  options: { secret?: string; settings?: PaymentSettings; headers?: Record<string, string | string[]> } = {},
) {
  const rawBody = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const headers = {
    'x-razorpay-signature': hmacSha256(rawBody, options.secret ?? 'current-secret'),
    ...options.headers,
  };
  const event = razorpay.verifyWebhook?.({ settings: options.settings ?? SETTINGS, headers, rawBody });
  if (!event) throw new Error('razorpay takes no webhooks');
  return event;
}

const unauthorized = expect.objectContaining({ name: 'AppError', code: 'UNAUTHORIZED', status: 401 });
const badRequest = expect.objectContaining({ name: 'AppError', code: 'BAD_REQUEST', status: 400 });

describe('the signature', () => {
  it('is accepted over the raw bytes, in upper case too', () => {
    expect(read(captured).type).toBe('payment.captured');
    const spaced = JSON.stringify(captured, null, 4);
    expect(read(spaced).type).toBe('payment.captured');
    const upper = hmacSha256(JSON.stringify(captured), 'current-secret').toUpperCase();
    expect(read(captured, { headers: { 'x-razorpay-signature': upper } }).type).toBe('payment.captured');
  });

  it.each([
    ['made with another secret', { 'x-razorpay-signature': hmacSha256(JSON.stringify(captured), 'guess') }],
    ['empty', { 'x-razorpay-signature': '' }],
    ['short', { 'x-razorpay-signature': 'abc' }],
    ['of the right length but wrong', { 'x-razorpay-signature': '0'.repeat(64) }],
    ['not ASCII', { 'x-razorpay-signature': 'é'.repeat(64) }],
    ['given twice', { 'x-razorpay-signature': ['a', 'b'] }],
  ])('is refused when %s', (_case, headers: Record<string, string | string[]>) => {
    expect(() => read(captured, { headers })).toThrow(unauthorized);
  });

  it('is refused for a body that was changed by one byte, and for a missing header', () => {
    const signature = hmacSha256(JSON.stringify(captured), 'current-secret');
    const changed = JSON.stringify(captured).replace('50000', '50001');
    expect(() => read(changed, { headers: { 'x-razorpay-signature': signature } })).toThrow(unauthorized);
    const call = () =>
      razorpay.verifyWebhook?.({ settings: SETTINGS, headers: {}, rawBody: Buffer.from('{}') });
    expect(call).toThrow(unauthorized);
  });

  it('is accepted under the previous secret while that is set, and not after', () => {
    const rotated = { ...SETTINGS, 'payment.razorpay.webhook_secret_previous': 'older-secret' };
    expect(read(captured, { secret: 'older-secret', settings: rotated }).type).toBe('payment.captured');
    expect(read(captured, { secret: 'current-secret', settings: rotated }).type).toBe('payment.captured');
    expect(() => read(captured, { secret: 'older-secret' })).toThrow(unauthorized);
  });

  it('is never accepted while no secret is set, not even one made with an empty secret', () => {
    expect(() => read(captured, { settings: {}, secret: '' })).toThrow(unauthorized);
    const blank = { ...SETTINGS, 'payment.razorpay.webhook_secret': ' ' };
    expect(() => read(captured, { settings: blank, secret: ' ' })).toThrow(unauthorized);
  });
});

describe('the body', () => {
  it.each([
    ['not JSON', 'captured!'],
    ['no object', '[]'],
    ['an event without a name', { created_at: 1, payload: {} }],
    ['a payment event without a payment', { ...captured, payload: {} }],
    [
      'an amount that is no integer',
      { ...captured, payload: { payment: { entity: { ...payment, amount: '5' } } } },
    ],
  ])('is refused with 400 when it is %s', (_case, body) => {
    expect(() => read(body)).toThrow(badRequest);
  });

  it('is checked only after the signature, so that strangers learn nothing', () => {
    expect(() => read('captured!', { secret: 'guess' })).toThrow(unauthorized);
  });

  it('may be about anything else: it is ignored, whatever its shape', () => {
    const event = read({ ...captured, event: 'invoice.paid', payload: { invoice: null, extra: 'x' } });
    expect(event).toMatchObject({ type: 'ignored', effectKey: null, providerEvent: 'invoice.paid' });
  });

  it('of an automatic refund of a payment never captured is ignored', () => {
    const refund = { id: 'rfnd_1', payment_id: payment.id, amount: 50_000, status: 'processed', notes: [] };
    const body = {
      ...captured,
      event: 'refund.processed',
      payload: {
        refund: { entity: refund },
        payment: { entity: { ...payment, status: 'refunded', captured: false } },
      },
    };
    expect(read(body)).toMatchObject({ type: 'ignored', effectKey: null });
    const own = { ...body, payload: { ...body.payload, payment: { entity: payment } } };
    expect(read(own)).toMatchObject({
      type: 'refund.processed',
      effectKey: 'refund:rfnd_1',
      amount: 50_000,
    });
  });
});

describe('the event id', () => {
  it('comes from the header', () => {
    expect(read(captured, { headers: { 'x-razorpay-event-id': 'evt1' } }).eventId).toBe('evt1');
  });

  it('is derived without the header: equal for repeats, different for other events', () => {
    const id = read(captured).eventId;
    expect(id).toMatch(/^derived-[0-9a-f]{64}$/);
    // A repeat may be serialised in another order.
    const { created_at, ...rest } = captured;
    expect(read({ created_at, ...rest }).eventId).toBe(id);
    expect(read({ ...captured, event: 'order.paid' }).eventId).not.toBe(id);
    expect(read({ ...captured, created_at: created_at + 1 }).eventId).not.toBe(id);
    const other = { ...captured, payload: { payment: { entity: { ...payment, id: 'pay_2' } } } };
    expect(read(other).eventId).not.toBe(id);
  });
});
