import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { redeliverOpenFlows } from '#db/events/open-flows.query.js';
import { hmacSha256 } from '#lib/crypto.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { data, startShop, type TestShop, vendorWithVariant } from '../_support/shop.js';
import { cancelPaidOrder, orderRow, type RefundRow, refundRow } from './cancelled-order.js';

let shop: TestShop;
let admin: TestShop['http'];
let variantId: string;

beforeAll(async () => {
  shop = await startShop({ workers: ['core', 'relay'] });
  admin = shop.http.as((await createSession(shop.container, { roles: ['admin'] })).token);
  ({ variantId } = await vendorWithVariant(shop, { onHand: 100 }));
});
afterAll(() => shop.stop());
afterEach(() => shop.sandbox.resetControls());

const orderOf = (id: string) => orderRow(shop, id);
const refundOf = (id: string) => refundRow(shop, id);
const cancelledOrder = (controls: Parameters<typeof cancelPaidOrder>[2]) =>
  cancelPaidOrder(shop, variantId, controls);
const isSending = () =>
  eventually(() => {
    expect(shop.sandbox.requests().some(({ path }) => path.endsWith('/refund'))).toBe(true);
    return Promise.resolve();
  });

describe('a refund whose job is cancelled while the provider works on it', () => {
  it('waits for the response, and counts', async () => {
    const { placed, providerPaymentId, refund } = await cancelledOrder({
      hold: true,
      dropWebhooks: true,
    });
    await isSending();
    const job = `/admin/jobs/payments-refund-${refund.id}`;
    expect((await admin.post(`${job}/cancel`, { reason: 'It hangs' })).status).toBe(202);
    shop.sandbox.control({ hold: false });
    await eventually(async () => {
      const ended = data(await admin.get<{ closedAt: string | null }>(job));
      expect(ended.closedAt).not.toBeNull();
    });
    expect(shop.sandbox.refunds(providerPaymentId)).toMatchObject([{ status: 'processed' }]);
    expect(await refundOf(refund.id)).toMatchObject({ status: 'processed', failureReason: null });
    const { grandTotal } = placed.order;
    expect(await orderOf(placed.order.id)).toMatchObject({
      paymentStatus: 'refunded',
      refundedTotal: grandTotal,
    });
  });
});

describe('a refund that was taken for failed', () => {
  it('counts, once, when the provider says that the money went back', async () => {
    const { placed, refund } = await cancelledOrder({
      refundOutcome: 'pending_then_processed',
      dropWebhooks: true,
    });
    const knex = shop.container.knex;
    await eventually(async () =>
      expect(await refundOf(refund.id)).toMatchObject({ providerRefundId: expect.any(String) as unknown }),
    );
    await knex('payments_refunds').where({ id: refund.id }).update({ status: 'failed', failureReason: 'x' });
    const notified = shop.sandbox.webhooks().filter(({ event }) => event === 'refund.processed');
    const { body, eventId } = notified.at(-1) ?? { body: '', eventId: '' };
    await sendWebhook(body, eventId);
    await sendWebhook(body, `${eventId}2`);
    await eventually(async () => {
      const open = await knex('payments_webhook_events').whereNull('processedAt').count({ n: '*' }).first();
      expect(open).toEqual({ n: 0 });
    });
    expect(await refundOf(refund.id)).toMatchObject({ status: 'processed', failureReason: null });
    expect(await orderOf(placed.order.id)).toMatchObject({
      paymentStatus: 'refunded',
      refundedTotal: placed.order.grandTotal,
    });
  });
});

describe('a refund that the provider refused', () => {
  /** The row says so, and the run that found out has ended. */
  const settled = (refund: RefundRow, status: string) =>
    eventually(async () => {
      expect(await refundOf(refund.id)).toMatchObject({ status });
      const run = shop.container.gateway.client.workflow.getHandle(`payments-refund-${refund.id}`);
      expect((await run.describe()).status.name).not.toBe('RUNNING');
    });

  it('is asked for once more on demand, under its own key where it never came to be', async () => {
    const { placed, providerPaymentId, refund } = await cancelledOrder({ refuseRefunds: true });
    await settled(refund, 'failed');
    shop.sandbox.resetControls();
    expect(await redeliverOpenFlows(shop.container.knex)).toEqual([]);
    await settled(refund, 'failed');
    await redeliverOpenFlows(shop.container.knex, { refusedRefunds: true });
    await settled(refund, 'processed');
    expect(shop.sandbox.refunds(providerPaymentId)).toHaveLength(1);
    expect(await orderOf(placed.order.id)).toMatchObject({ paymentStatus: 'refunded' });
  });

  it('is made anew where the provider let it fail, and not where it went back meanwhile', async () => {
    const { providerPaymentId, refund } = await cancelledOrder({ refundOutcome: 'pending_then_failed' });
    await settled(refund, 'failed');
    shop.sandbox.resetControls();
    await redeliverOpenFlows(shop.container.knex, { refusedRefunds: true });
    await settled(refund, 'processed');
    const made = () => shop.sandbox.refunds(providerPaymentId).map(({ status }) => status);
    expect(made()).toEqual(['failed', 'processed']);

    await shop.container.knex('payments_refunds').where({ id: refund.id }).update({ status: 'failed' });
    await redeliverOpenFlows(shop.container.knex, { refusedRefunds: true });
    await settled(refund, 'processed');
    expect(made()).toEqual(['failed', 'processed']);
  });
});

/** Brings a webhook that the sandbox has not sent. */
async function sendWebhook(body: string, eventId: string): Promise<void> {
  const response = await shop.http.raw('POST', '/webhooks/payments/sandbox', {
    body,
    headers: {
      'content-type': 'application/json',
      'x-razorpay-event-id': eventId,
      'x-razorpay-signature': hmacSha256(body, 'sandbox-webhook-secret'),
    },
  });
  expect(response.status).toBe(200);
}
