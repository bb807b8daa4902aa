import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { HttpCallError } from '#integrations/http/http-call-error.js';
import type { CreatePaymentInput, PaymentProvider } from '#integrations/payments/payment-provider.js';
import { newId } from '#lib/ids.js';
import { eventually } from '../_support/eventually.js';
import { createRazorpayProvider } from '#plugins/razorpay/integrations/razorpay-provider.js';
import { sandboxAccount } from '#plugins/razorpay/integrations/sandbox-account.js';
import { type PaymentSandbox, startPaymentSandbox } from '../../sandboxes/payments/payment-sandbox.js';
import { type ReceivedWebhook, startWebhookReceiver } from './webhook-receiver.js';

const SECRET = 'sandbox-webhook-secret';

let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
let sandbox: PaymentSandbox;
let provider: PaymentProvider;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  sandbox = await startPaymentSandbox({
    port: 0,
    secret: SECRET,
    apiBaseUrl: receiver.url,
    retryDelaysMs: [5, 5, 5],
  });
  provider = sandboxProvider(SECRET);
});
afterAll(async () => {
  await sandbox.close();
  await receiver.close();
});
beforeEach(async () => {
  await sandbox.settled();
  sandbox.resetControls();
  receiver.received.length = 0;
});

function sandboxProvider(secret: string): PaymentProvider {
  return createRazorpayProvider(sandboxAccount({ url: sandbox.url, secret }));
}

function paymentInput(patch: Partial<CreatePaymentInput> = {}): CreatePaymentInput {
  return {
    settings: {},
    paymentId: newId(),
    orderNumber: 'H7K2-9QXM',
    amount: 123_450,
    currency: 'INR',
    method: 'sandbox',
    customer: { email: 'asha@example.com', name: 'Asha Rao' },
    callbackBaseUrl: 'http://127.0.0.1:4000',
    ...patch,
  };
}

async function createdOrder(patch: Partial<CreatePaymentInput> = {}): Promise<string> {
  const { providerOrderId } = await provider.createPayment(paymentInput(patch));
  if (!providerOrderId) throw new Error('no order was created');
  return providerOrderId;
}

async function paidOrder(amount = 123_450): Promise<{ orderId: string; providerPaymentId: string }> {
  const orderId = await createdOrder({ amount });
  const { id } = await sandbox.pay(orderId);
  await sandbox.settled();
  return { orderId, providerPaymentId: id };
}

const verified = ({ headers, rawBody }: ReceivedWebhook) =>
  provider.verifyWebhook?.({ settings: {}, headers, rawBody });

describe('creating a payment', () => {
  it('creates an order at the provider and sends the buyer to its page', async () => {
    const input = paymentInput();
    const created = await provider.createPayment(input);

    const order = sandbox.order(created.providerOrderId ?? '');
    expect(order).toMatchObject({ amount: 123_450, currency: 'INR', receipt: input.paymentId });
    expect(order.notes).toEqual({ payment_id: input.paymentId, order_number: 'H7K2-9QXM' });
    expect(created.status).toBe('pending');
    expect(created.action).toEqual({ type: 'redirect', url: `${sandbox.url}/checkout/${order.id}` });
  });

  it('tells the reason when the provider refuses', async () => {
    const refused = provider.createPayment(paymentInput({ amount: 99 }));
    await expect(refused).rejects.toMatchObject({
      name: 'HttpCallError',
      status: 400,
      outcome: 'answered',
      retryable: false,
      reason: 'Order amount less than minimum amount allowed',
    });
  });

  it('is refused with a wrong secret, and keeps the secret out of the error', async () => {
    const error = await sandboxProvider('another-secret')
      .createPayment(paymentInput())
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(HttpCallError);
    expect(error).toMatchObject({ status: 401, retryable: false });
    expect(JSON.stringify(error) + String(error)).not.toContain('another-secret');
  });

  it('may be tried again after a failure of the provider', async () => {
    sandbox.control({ failNext: 1 });
    await expect(provider.createPayment(paymentInput())).rejects.toMatchObject({
      status: 500,
      retryable: true,
    });
    await expect(provider.createPayment(paymentInput())).resolves.toMatchObject({ status: 'pending' });
  });
});

describe('webhooks', () => {
  it('tells of one payment twice, under one effect key', async () => {
    const input = paymentInput();
    const { providerOrderId } = await provider.createPayment(input);
    const began = Date.now();
    const payment = await sandbox.pay(providerOrderId ?? '');
    await sandbox.settled();

    const events = receiver.received.map(verified);
    expect(receiver.received.map(({ event }) => event).sort()).toEqual(['order.paid', 'payment.captured']);
    expect(new Set(events.map((event) => event?.eventId)).size).toBe(2);
    expect(new Set(events.map((event) => event?.effectKey)).size).toBe(1);
    for (const event of events) {
      expect(event).toMatchObject({
        type: 'payment.captured',
        paymentId: input.paymentId,
        providerOrderId,
        providerPaymentId: payment.id,
        amount: 123_450,
        currency: 'INR',
      });
      // The gateway tells of whole seconds.
      expect(event?.occurredAt.getTime()).toBeGreaterThan(began - 1_000);
      expect(event?.occurredAt.getTime()).toBeLessThanOrEqual(Date.now());
    }
  });

  it('tells of a declined payment with the reason, and the buyer may pay afterwards', async () => {
    const orderId = await createdOrder();
    await sandbox.decline(orderId);
    await sandbox.settled();
    expect(receiver.received.map(verified)).toEqual([
      expect.objectContaining({
        type: 'payment.failed',
        providerOrderId: orderId,
        failureReason: 'Your payment was declined by the bank. Try another method.',
      }),
    ]);

    await sandbox.pay(orderId);
    expect(sandbox.order(orderId)).toMatchObject({ status: 'paid', attempts: 2 });
  });

  it('are repeated until they are taken, each time with the same event id', async () => {
    receiver.refuse(3);
    await paidOrder();
    const ids = receiver.received.map(({ headers }) => headers['x-razorpay-event-id']);
    expect(ids).toHaveLength(5);
    expect(new Set(ids).size).toBe(2);
    expect(sandbox.webhooks().slice(-2)).toEqual([
      expect.objectContaining({ state: 'delivered' }),
      expect.objectContaining({ state: 'delivered' }),
    ]);
  });

  it('can be duplicated, shuffled and dropped on demand', async () => {
    sandbox.control({ duplicateWebhooks: true, shuffle: true });
    await paidOrder();
    expect(receiver.received.map(({ event }) => event)).toEqual([
      'order.paid',
      'order.paid',
      'payment.captured',
      'payment.captured',
    ]);

    receiver.received.length = 0;
    sandbox.control({ dropWebhooks: true });
    const { orderId, providerPaymentId } = await paidOrder();
    expect(receiver.received).toEqual([]);
    // What the webhook would have said can be asked for, under the same effect key.
    await expect(provider.findCapture?.({ settings: {}, providerOrderId: orderId })).resolves.toMatchObject({
      providerPaymentId,
      amount: 123_450,
      effectKey: `capture:${providerPaymentId}`,
    });
  });

  it('finds no capture for an order that was declined', async () => {
    const orderId = await createdOrder();
    await sandbox.decline(orderId);
    await expect(provider.findCapture?.({ settings: {}, providerOrderId: orderId })).resolves.toBeNull();
  });
});

describe('capturing', () => {
  it('takes an authorized payment once', async () => {
    sandbox.control({ manualCapture: true });
    const orderId = await createdOrder({ amount: 50_000 });
    const { id: providerPaymentId } = await sandbox.pay(orderId);
    await sandbox.settled();
    expect(receiver.received.map(verified)).toEqual([
      expect.objectContaining({
        type: 'ignored',
        providerEvent: 'payment.authorized',
        effectKey: null,
      }),
    ]);

    const capture = { settings: {}, providerPaymentId, amount: 50_000, currency: 'INR' };
    await expect(provider.capture?.(capture)).resolves.toMatchObject({
      providerPaymentId,
      effectKey: `capture:${providerPaymentId}`,
    });
    await expect(provider.capture?.(capture)).rejects.toMatchObject({
      status: 400,
      reason: 'This payment has already been captured',
    });
    expect(sandbox.order(orderId).status).toBe('paid');
  });
});

describe('refunding', () => {
  const refundOf = (providerPaymentId: string, amount: number, refundId = newId(), attempt?: number) =>
    provider.refund({
      settings: {},
      providerPaymentId,
      providerOrderId: null,
      providerData: null,
      refundId,
      attempt,
      amount,
      currency: 'INR',
      reason: 'Damaged',
    });

  it('moves money once, however often it is asked with one id', async () => {
    const { providerPaymentId } = await paidOrder();
    receiver.received.length = 0;
    const refundId = newId();
    const first = await refundOf(providerPaymentId, 20_000, refundId);
    const second = await refundOf(providerPaymentId, 20_000, refundId);
    await sandbox.settled();

    expect(second).toEqual(first);
    expect(sandbox.refunds(providerPaymentId)).toHaveLength(1);
    expect(receiver.received.map(({ event }) => event).sort()).toEqual([
      'refund.created',
      'refund.processed',
    ]);
    expect(receiver.received.map(verified)).toContainEqual(
      expect.objectContaining({
        type: 'refund.processed',
        refundId,
        providerRefundId: first.providerRefundId,
        providerPaymentId,
        amount: 20_000,
        effectKey: `refund:${first.providerRefundId}`,
      }),
    );
  });

  it('moves money once when the response is lost on the way', async () => {
    const { providerPaymentId } = await paidOrder();
    const refundId = newId();
    sandbox.control({ loseNext: 1 });
    await expect(refundOf(providerPaymentId, 20_000, refundId)).rejects.toMatchObject({
      status: null,
      outcome: 'unknown',
      retryable: true,
    });
    await expect(refundOf(providerPaymentId, 20_000, refundId)).resolves.toMatchObject({
      status: 'processed',
    });
    expect(sandbox.refunds(providerPaymentId)).toHaveLength(1);
  });

  it('is told to wait while the first call is still running', async () => {
    const { providerPaymentId } = await paidOrder();
    sandbox.control({ hold: true });
    const refundId = newId();
    const asked = sandbox.requests().length;
    const first = refundOf(providerPaymentId, 20_000, refundId);
    await eventually(() => Promise.resolve(expect(sandbox.requests()).toHaveLength(asked + 1)));
    const second = refundOf(providerPaymentId, 20_000, refundId);
    await expect(second).rejects.toMatchObject({ status: 409, retryable: true });
    sandbox.control({ hold: false });
    await expect(first).resolves.toMatchObject({ status: 'processed' });
    expect(sandbox.refunds(providerPaymentId)).toHaveLength(1);
  });

  it('refuses another amount under the same id, and more than was paid', async () => {
    const { providerPaymentId } = await paidOrder(50_000);
    const refundId = newId();
    await refundOf(providerPaymentId, 30_000, refundId);
    await expect(refundOf(providerPaymentId, 10_000, refundId)).rejects.toMatchObject({ status: 400 });
    await expect(refundOf(providerPaymentId, 20_001)).rejects.toMatchObject({
      reason: 'The total refund amount is greater than the refund payment amount',
    });
    await refundOf(providerPaymentId, 20_000);
    await expect(refundOf(providerPaymentId, 100)).rejects.toMatchObject({
      reason: 'The payment has been fully refunded already',
    });
  });

  it('reports a refund that the bank gives up after it was accepted', async () => {
    const { providerPaymentId } = await paidOrder();
    receiver.received.length = 0;
    sandbox.control({ refundOutcome: 'pending_then_failed' });
    await expect(refundOf(providerPaymentId, 10_000)).resolves.toMatchObject({ status: 'pending' });
    await sandbox.settled();
    expect(receiver.received.map(verified)).toContainEqual(
      expect.objectContaining({ type: 'refund.failed', amount: 10_000 }),
    );
  });

  it('is found by our own id, and made anew where the provider let it fail', async () => {
    const { providerPaymentId } = await paidOrder();
    const [refundId, other] = [newId(), newId()];
    const find = (id: string) =>
      provider.findRefunds?.({
        settings: {},
        providerPaymentId,
        providerOrderId: null,
        providerData: null,
        refundId: id,
      });
    expect(await find(refundId)).toEqual([]);
    sandbox.control({ refundOutcome: 'pending_then_failed' });
    const first = await refundOf(providerPaymentId, 10_000, refundId);
    expect(await find(refundId)).toEqual([{ providerRefundId: first.providerRefundId, status: 'failed' }]);
    sandbox.control({ refundOutcome: 'processed' });
    // Under the first key it would return the failed one for ever.
    expect((await refundOf(providerPaymentId, 10_000, refundId)).status).toBe('failed');
    const second = await refundOf(providerPaymentId, 10_000, refundId, 2);
    expect(second.status).toBe('processed');
    await refundOf(providerPaymentId, 10_000, other);
    expect((await find(refundId))?.map(({ status }) => status).sort()).toEqual(['failed', 'processed']);
  });

  it('passes on why the provider refuses', async () => {
    const { providerPaymentId } = await paidOrder();
    sandbox.control({ refuseRefunds: true });
    await expect(refundOf(providerPaymentId, 10_000)).rejects.toMatchObject({
      status: 400,
      reason: 'Your account does not have enough balance to carry out the refund',
    });
  });
});
