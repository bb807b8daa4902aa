import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { paymentSettledSignal } from '#workflows/orders/orders.contract.js';
import { eventually } from '../_support/eventually.js';
import {
  data,
  type PlacedResponse,
  placeOrder,
  type ReadyCart,
  readyCart,
  sandboxOrderOf,
  startShop,
  type TestShop,
  vendorWithVariant,
} from '../_support/shop.js';

let shop: TestShop;
let variantId: string;

beforeAll(async () => {
  shop = await startShop({ workers: ['core', 'relay'] });
  ({ variantId } = await vendorWithVariant(shop, { onHand: 10_000 }));
});
afterAll(() => shop.stop());
afterEach(() => shop.sandbox.resetControls());

const knex = () => shop.container.knex;
const workflowOf = (id: string) => shop.container.gateway.client.workflow.getHandle(`orders-follow-${id}`);

async function place(
  options: { variant?: string } = {},
): Promise<{ cart: ReadyCart; placed: PlacedResponse }> {
  const cart = await readyCart(shop, [{ variantId: options.variant ?? variantId, quantity: 2 }]);
  return { cart, placed: data(await placeOrder(cart)) };
}

/**
 * Ends the time to pay in a moment, when the test has done what belongs before it, however long that took: the run reads
 * the order anew when it is told of something, and waits for the end that it finds.
 */
async function endTimeOf({ placed }: Awaited<ReturnType<typeof place>>): Promise<void> {
  const { id } = placed.order;
  await knex()('orders')
    .where({ id })
    .update({ expiresAt: new Date(Date.now() + 300) });
  await eventually(() => workflowOf(id).signal(paymentSettledSignal));
}

async function orderOf({
  cart,
  placed,
}: Awaited<ReturnType<typeof place>>): Promise<PlacedResponse['order']> {
  return data(await cart.http.get<PlacedResponse['order']>(`/store/orders/${placed.order.id}`));
}

function becomes(
  item: Awaited<ReturnType<typeof place>>,
  fields: Partial<PlacedResponse['order']>,
): Promise<void> {
  return eventually(async () => expect(await orderOf(item)).toMatchObject(fields));
}

async function mailsOf(orderId: string): Promise<string[]> {
  const { rows } = await knex().raw<{ rows: { template: string }[] }>(
    `select template from mail_messages m where role = 'customer' and (dedupe_key like ? or dedupe_key in
       (select template || ':' || id from payments where order_id = ?
        union select template || ':' || id from payments_refunds where order_id = ?)) order by m.id`,
    [`%${orderId}%`, orderId, orderId],
  );
  return rows.map((row) => row.template);
}

const timelineOf = (orderId: string) =>
  knex()('orders_timeline').where({ orderId }).orderBy('id').pluck('event') as Promise<string[]>;

async function stockOf(id: string): Promise<{ reserved: number; moved: number }> {
  const level = (await knex()('inventory_levels').where({ variantId: id }).first('reserved')) as {
    reserved: number;
  };
  const [sum] = (await knex()('inventory_movements')
    .where({ variantId: id })
    .sum({ n: 'reserved_delta' })) as { n: number }[];
  return { reserved: level.reserved, moved: Number(sum?.n ?? 0) };
}

describe('an order for cash on delivery', () => {
  it('has a run of one workflow task, which the engine hands to the worker with the start', async () => {
    const cart = await readyCart(shop, [{ variantId, quantity: 1 }]);
    const { order } = data(await placeOrder(cart, { paymentOption: 'cod' }));
    const handle = workflowOf(order.id);
    await eventually(async () => expect(await handle.query('step')).toBe('waiting for sub-orders'));
    const { events } = await handle.fetchHistory();
    // Started, its task scheduled, started and completed, and the timer of the reminder.
    expect(events).toHaveLength(5);
    expect(events?.[0]?.workflowExecutionStartedEventAttributes?.eagerExecutionAccepted).toBe(true);
    const deliveries = await knex()('outbox_deliveries').where({ entityId: order.id }).pluck('subscription');
    expect(deliveries.sort()).toEqual(['invoice-requests', 'orders-follow']);
    const { confirmedAt } = (await knex()('orders').where({ id: order.id }).first()) as { confirmedAt: Date };
    const timer = events?.find((event) => event.timerStartedEventAttributes);
    const seconds = Number(timer?.timerStartedEventAttributes?.startToFireTimeout?.seconds);
    expect(Math.abs(confirmedAt.getTime() + 48 * 3_600_000 - Date.now() - seconds * 1_000)).toBeLessThan(
      60_000,
    );
  });
});

describe('an order that is paid online', () => {
  it('is confirmed by the webhook, with at most 30 events of history', async () => {
    const item = await place();
    const handle = workflowOf(item.placed.order.id);
    await eventually(async () => expect((await handle.describe()).status.name).toBe('RUNNING'));
    await shop.sandbox.pay(sandboxOrderOf(item.placed));
    await becomes(item, { status: 'confirmed', paymentStatus: 'paid' });
    await eventually(async () => expect(await handle.query('step')).toBe('waiting for sub-orders'));
    const { events } = await handle.fetchHistory();
    expect(events?.length).toBeLessThanOrEqual(18);
    expect(await timelineOf(item.placed.order.id)).toEqual(['order.placed', 'order.paid', 'order.confirmed']);
    expect(await mailsOf(item.placed.order.id)).toEqual(['order.placed', 'order.confirmed']);
  });

  it('tells an operator what it is and what it waits for', async () => {
    const { placed } = await place();
    const handle = workflowOf(placed.order.id);
    await eventually(async () => expect(await handle.query('step')).toBe('waiting for payment'));
    const { typedSearchAttributes, raw } = await handle.describe();
    const found = Object.fromEntries(
      typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]),
    );
    expect(found).toMatchObject({ OrderId: placed.order.id, OrderNumber: placed.order.orderNumber });
    expect(JSON.stringify(raw)).not.toContain('@example.com');
  });

  it('counts once, however often and in whatever order the webhooks come', async () => {
    shop.sandbox.control({ duplicateWebhooks: true, shuffle: true });
    const item = await place();
    await shop.sandbox.pay(sandboxOrderOf(item.placed));
    await shop.sandbox.settled();
    await becomes(item, { status: 'confirmed', paymentStatus: 'paid' });
    await eventually(async () => {
      const open = await knex()('payments_webhook_events').whereNull('processedAt').count({ n: '*' }).first();
      expect(open).toEqual({ n: 0 });
    });
    const { id } = item.placed.order;
    expect(await timelineOf(id)).toEqual(['order.placed', 'order.paid', 'order.confirmed']);
    const notified = await knex()('outbox_events').where({ entityId: id, type: 'order.paid' });
    expect(notified).toHaveLength(1);
    expect(await mailsOf(id)).toEqual(['order.placed', 'order.confirmed']);
  });

  it('goes on waiting after a declined attempt, and is paid by the next', async () => {
    const item = await place();
    await shop.sandbox.decline(sandboxOrderOf(item.placed));
    await becomes(item, { status: 'pending_payment', paymentStatus: 'failed' });
    const path = `/store/orders/${item.placed.order.id}/payments`;
    const retry = data(await item.cart.http.post<PlacedResponse>(path, {}));
    expect(retry.payment.id).not.toBe(item.placed.payment.id);
    expect(retry.order).toMatchObject({ paymentStatus: 'unpaid' });
    await shop.sandbox.pay(sandboxOrderOf(retry));
    await becomes(item, { status: 'confirmed', paymentStatus: 'paid' });
    expect(await mailsOf(item.placed.order.id)).toEqual([
      'order.placed',
      'order.payment_failed',
      'order.confirmed',
    ]);
  });

  it('that is paid twice gives the second payment back', async () => {
    const item = await place();
    await shop.sandbox.decline(sandboxOrderOf(item.placed));
    await becomes(item, { paymentStatus: 'failed' });
    const retry = data(
      await item.cart.http.post<PlacedResponse>(`/store/orders/${item.placed.order.id}/payments`, {}),
    );
    await shop.sandbox.pay(sandboxOrderOf(retry));
    await becomes(item, { status: 'confirmed' });
    const second = await shop.sandbox.pay(sandboxOrderOf(item.placed));
    await eventually(async () => expect(shop.sandbox.refunds(second.id)).toHaveLength(1));
    await eventually(async () =>
      expect(await knex()('payments').where({ id: item.placed.payment.id }).first('status')).toEqual({
        status: 'refunded',
      }),
    );
    // What the order itself was paid with stays.
    expect(await orderOf(item)).toMatchObject({
      status: 'confirmed',
      paymentStatus: 'paid',
      refundedTotal: 0,
    });
  });
});

describe('when the time to pay is over', () => {
  it('the order is cancelled and its stock given back', async () => {
    const { variantId: own } = await vendorWithVariant(shop, { onHand: 2 });
    const item = await place({ variant: own });
    expect(await stockOf(own)).toEqual({ reserved: 2, moved: 2 });
    await endTimeOf(item);
    await becomes(item, {
      status: 'cancelled',
      paymentStatus: 'failed',
      cancelReason: 'payment_window_ended',
    });
    expect(await stockOf(own)).toEqual({ reserved: 0, moved: 0 });
    await eventually(async () =>
      expect((await workflowOf(item.placed.order.id).describe()).status.name).toBe('COMPLETED'),
    );
    expect(await mailsOf(item.placed.order.id)).toEqual(['order.placed', 'order.cancelled']);
    const late = await item.cart.http.post(`/store/orders/${item.placed.order.id}/payments`, {});
    expect(late.status).toBe(409);
  });

  it('a payment whose webhook was lost is found by asking the provider', async () => {
    shop.sandbox.control({ dropWebhooks: true });
    const item = await place();
    await shop.sandbox.pay(sandboxOrderOf(item.placed));
    await endTimeOf(item);
    await becomes(item, { status: 'confirmed', paymentStatus: 'paid' });
  });

  it('a late payment is served after all where everything is still there', async () => {
    const { variantId: own } = await vendorWithVariant(shop, { onHand: 2 });
    const item = await place({ variant: own });
    await endTimeOf(item);
    await becomes(item, { status: 'cancelled' });
    await shop.sandbox.pay(sandboxOrderOf(item.placed));
    await becomes(item, { status: 'confirmed', paymentStatus: 'paid', cancelReason: null });
    expect(await stockOf(own)).toEqual({ reserved: 2, moved: 2 });
    expect((await orderOf(item)).vendors[0]).toMatchObject({ status: 'pending' });
    expect(await mailsOf(item.placed.order.id)).toEqual([
      'order.placed',
      'order.cancelled',
      'order.confirmed',
    ]);

    // It can be cancelled like any other, and gives back the stock of its second reservation.
    data(await item.cart.http.post(`/store/orders/${item.placed.order.id}/cancel`));
    await becomes(item, { status: 'cancelled', paymentStatus: 'refunded' });
    expect(await stockOf(own)).toEqual({ reserved: 0, moved: 0 });
    const mails = await mailsOf(item.placed.order.id);
    expect(mails.slice(3).sort()).toEqual(['order.cancelled', 'order.refunded']);
  });

  it('a late payment goes back in full, once, where something is gone', async () => {
    const { variantId: own } = await vendorWithVariant(shop, { onHand: 2 });
    const item = await place({ variant: own });
    await endTimeOf(item);
    await becomes(item, { status: 'cancelled' });
    const faster = await readyCart(shop, [{ variantId: own }]);
    data(await placeOrder(faster, { paymentOption: 'cod' }));

    shop.sandbox.control({ duplicateWebhooks: true });
    const payment = await shop.sandbox.pay(sandboxOrderOf(item.placed));
    await becomes(item, {
      status: 'cancelled',
      paymentStatus: 'refunded',
      refundedTotal: item.placed.order.grandTotal,
    });
    expect(shop.sandbox.refunds(payment.id).map((refund) => refund.amount)).toEqual([
      item.placed.order.grandTotal,
    ]);
    expect(await stockOf(own)).toEqual({ reserved: 1, moved: 1 });
    expect(await mailsOf(item.placed.order.id)).toEqual([
      'order.placed',
      'order.cancelled',
      'order.refunded',
    ]);
    expect(await timelineOf(item.placed.order.id)).toEqual([
      'order.placed',
      'order.cancelled',
      'payment.refund_due',
      'refund.processed',
    ]);
  });
});

describe('cancelling', () => {
  it('a paid order gives stock and money back, exactly once however often it is asked', async () => {
    const { variantId: own } = await vendorWithVariant(shop, { onHand: 2 });
    const item = await place({ variant: own });
    const payment = await shop.sandbox.pay(sandboxOrderOf(item.placed));
    await becomes(item, { status: 'confirmed' });
    // The response of the refund is lost on the way: asking again must not move the money again.
    shop.sandbox.control({ loseNext: 1 });
    const cancels = await Promise.all(
      Array.from({ length: 5 }, () => item.cart.http.post(`/store/orders/${item.placed.order.id}/cancel`)),
    );
    expect(cancels.map((response) => response.status)).toEqual([200, 200, 200, 200, 200]);
    await becomes(item, { status: 'cancelled', paymentStatus: 'refunded' });
    expect(shop.sandbox.refunds(payment.id)).toHaveLength(1);
    expect(await stockOf(own)).toEqual({ reserved: 0, moved: 0 });
    expect(await mailsOf(item.placed.order.id)).toEqual([
      'order.placed',
      'order.confirmed',
      'order.cancelled',
      'order.refunded',
    ]);
  });

  it('an unpaid order ends its workflow, and a payment that still comes goes back', async () => {
    const item = await place();
    await eventually(async () =>
      expect(await workflowOf(item.placed.order.id).query('step')).toBe('waiting for payment'),
    );
    data(await item.cart.http.post(`/store/orders/${item.placed.order.id}/cancel`));
    await eventually(async () =>
      expect((await workflowOf(item.placed.order.id).describe()).status.name).toBe('COMPLETED'),
    );
    const payment = await shop.sandbox.pay(sandboxOrderOf(item.placed));
    await eventually(async () => expect(shop.sandbox.refunds(payment.id)).toHaveLength(1));
    await becomes(item, { status: 'cancelled', paymentStatus: 'refunded' });
  });

  it('is refused once a sub-order has moved', async () => {
    const item = await place();
    await knex()('orders_sub_orders')
      .where({ orderId: item.placed.order.id })
      .update({ status: 'fulfilled' });
    const response = await item.cart.http.post(`/store/orders/${item.placed.order.id}/cancel`);
    expect([response.status, response.body.errorCode]).toEqual([409, 'CONFLICT']);
    expect(await orderOf(item)).toMatchObject({ status: 'pending_payment' });
  });

  it('a refund that the provider ends later, or refuses, is told by the order', async () => {
    shop.sandbox.control({ refundOutcome: 'pending_then_processed' });
    const later = await place();
    await shop.sandbox.pay(sandboxOrderOf(later.placed));
    await becomes(later, { status: 'confirmed' });
    data(await later.cart.http.post(`/store/orders/${later.placed.order.id}/cancel`));
    await becomes(later, { status: 'cancelled', paymentStatus: 'refunded' });

    shop.sandbox.control({ refuseRefunds: true });
    const refused = await place();
    await shop.sandbox.pay(sandboxOrderOf(refused.placed));
    await becomes(refused, { status: 'confirmed' });
    data(await refused.cart.http.post(`/store/orders/${refused.placed.order.id}/cancel`));
    await eventually(async () =>
      expect(await timelineOf(refused.placed.order.id)).toContain('refund.failed'),
    );
    expect(await orderOf(refused)).toMatchObject({ status: 'cancelled', paymentStatus: 'paid' });
    const row = (await knex()('payments_refunds')
      .where({ orderId: refused.placed.order.id })
      .first('status', 'failureReason', 'id')) as Record<string, string>;
    expect(row).toMatchObject({
      status: 'failed',
      failureReason: 'Your account does not have enough balance to carry out the refund',
    });
    const run = shop.container.gateway.client.workflow.getHandle(`payments-refund-${row['id']}`);
    await eventually(async () => expect((await run.describe()).status.name).toBe('FAILED'));
  });
});
