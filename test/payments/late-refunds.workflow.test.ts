import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { findLatePayments } from '#workflows/payments/payments.contract.js';
import { eventually } from '../_support/eventually.js';
import { startShop, type TestShop, vendorWithVariant } from '../_support/shop.js';
import { cancelPaidOrder, orderRow, refundRow } from './cancelled-order.js';

let shop: TestShop;
let variantId: string;

beforeAll(async () => {
  shop = await startShop({ workers: ['core', 'relay'] });
  ({ variantId } = await vendorWithVariant(shop, { onHand: 100 }));
});
afterAll(() => shop.stop());
afterEach(() => shop.sandbox.resetControls());

const orderOf = (id: string) => orderRow(shop, id);
const refundOf = (id: string) => refundRow(shop, id);
const cancelledOrder = (controls: Parameters<typeof cancelPaidOrder>[2]) =>
  cancelPaidOrder(shop, variantId, controls);

/** As if so long had passed since anybody touched it. */
async function age(refundId: string, fields: Record<string, unknown> = {}): Promise<void> {
  const updatedAt = new Date(Date.now() - 3_600_000);
  await shop.container
    .knex('payments_refunds')
    .where({ id: refundId })
    .update({ ...fields, updatedAt });
}

async function look(): Promise<Record<string, number>> {
  const { workflow } = shop.container.gateway.client;
  const { workflowId } = await shop.container.gateway.start(findLatePayments, { youngerThanHours: 48 });
  const { refunds } = (await workflow.getHandle(workflowId).result()) as {
    refunds: Record<string, number>;
  };
  return refunds;
}

/** Its run has handed the refund to the provider, or given up. */
const sent = (refundId: string) =>
  eventually(async () => {
    const run = shop.container.gateway.client.workflow.getHandle(`payments-refund-${refundId}`);
    expect((await run.describe()).status.name).not.toBe('RUNNING');
  });

describe('a refund whose webhook was lost', () => {
  it('is asked after, and counts once', async () => {
    const { placed, refund } = await cancelledOrder({
      refundOutcome: 'pending_then_processed',
      dropWebhooks: true,
    });
    await sent(refund.id);
    expect(await refundOf(refund.id)).toMatchObject({ status: 'pending' });
    // It may still be told of.
    expect(await look()).toMatchObject({ asked: 0 });
    await age(refund.id);
    expect(await look()).toMatchObject({ asked: 1, found: 1, unanswered: 0 });
    expect(await refundOf(refund.id)).toMatchObject({ status: 'processed' });
    const { grandTotal } = placed.order;
    expect(await orderOf(placed.order.id)).toMatchObject({
      paymentStatus: 'refunded',
      refundedTotal: grandTotal,
    });
    expect(await look()).toMatchObject({ asked: 0 });
  });

  it('fails where its provider let it fail, and is left to the next run where that does not respond', async () => {
    const { placed, refund } = await cancelledOrder({
      refundOutcome: 'pending_then_failed',
      dropWebhooks: true,
    });
    await sent(refund.id);
    await age(refund.id);
    shop.sandbox.control({ failNext: 1 });
    expect(await look()).toMatchObject({ asked: 1, found: 0, unanswered: 1 });
    expect(await look()).toMatchObject({ asked: 1, found: 1, unanswered: 0 });
    expect(await refundOf(refund.id)).toMatchObject({ status: 'failed' });
    expect(await orderOf(placed.order.id)).toMatchObject({ paymentStatus: 'paid', refundedTotal: 0 });
    // So that the others find nothing of it.
    await age(refund.id, { processedAt: new Date(0) });
  });
});

describe('a refund that nobody knows the end of', () => {
  it('is sent where its provider never had it, by a run of its own', async () => {
    const { providerPaymentId, refund } = await cancelledOrder({ refuseRefunds: true });
    await sent(refund.id);
    shop.sandbox.resetControls();
    await age(refund.id, { status: 'pending', failureReason: 'The provider could not be reached' });
    expect(await look()).toMatchObject({ asked: 1, found: 0, sentAgain: 1 });
    await eventually(async () => expect(await refundOf(refund.id)).toMatchObject({ status: 'processed' }));
    expect(shop.sandbox.refunds(providerPaymentId)).toHaveLength(1);
  });

  it('counts where it was taken for failed, and is not tried again where it was refused', async () => {
    const gone = await cancelledOrder({ dropWebhooks: true, refundOutcome: 'pending_then_processed' });
    await sent(gone.refund.id);
    await age(gone.refund.id, { status: 'failed', processedAt: new Date() });
    shop.sandbox.resetControls();
    const refused = await cancelledOrder({ refuseRefunds: true });
    await sent(refused.refund.id);
    shop.sandbox.resetControls();
    expect(await look()).toMatchObject({ asked: 2, found: 1, sentAgain: 0 });
    expect(await refundOf(gone.refund.id)).toMatchObject({ status: 'processed' });
    expect(await refundOf(refused.refund.id)).toMatchObject({ status: 'failed' });
  });
});
