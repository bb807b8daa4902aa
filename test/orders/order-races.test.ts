import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createOrdersActivities } from '#activities/orders/orders.activities.js';
import { createPaymentsActivities } from '#activities/payments/payments.activities.js';
import { createPaymentWebhooksHandler } from '#activities/payments/payment-webhooks.js';
import { createPaymentSettlement } from '#operations/payments/settle-payment.js';
import type { DueDelivery } from '#db/events/events.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import { newId } from '#lib/ids.js';
import {
  data,
  placeOrder,
  readyCart,
  sandboxOrderOf,
  startShop,
  type TestShop,
  vendorWithVariant,
} from '../_support/shop.js';
import { createTestClock } from '../_support/test-clock.js';

const WINDOW_MS = 30 * 60_000;
const origin = { actor: { type: 'system' as const, id: 'test' }, requestId: 'test' };
const clock = createTestClock();

let shop: TestShop;
let variantId: string;
let activities: ReturnType<typeof createOrdersActivities>;
let refunds: ReturnType<typeof createPaymentsActivities>;

// No worker runs: the tests call what the workflow and the drain would.
beforeAll(async () => {
  shop = await startShop({ clock });
  const { container } = shop;
  const providers = container.paymentProviders;
  activities = createOrdersActivities({ ...container, providers });
  refunds = createPaymentsActivities({ ...container, providers });
  ({ variantId } = await vendorWithVariant(shop, { onHand: 10_000 }));
});
afterAll(() => shop.stop());

const knex = () => shop.container.knex;

/** Orders whose time to pay is over, of which nobody has taken notice yet. The clock goes back until all are placed. */
async function overdueOrders(count: number) {
  const place = async () => {
    const cart = await readyCart(shop, [{ variantId }]);
    const placed = data(await placeOrder(cart));
    return { cart, placed, orderId: placed.order.id, paymentId: placed.payment.id };
  };
  clock.shift(-WINDOW_MS - 1_000);
  const orders = await Promise.all(Array.from({ length: count }, place));
  clock.shift(0);
  return orders;
}

async function overdueOrder() {
  const [order] = await overdueOrders(1);
  if (!order) throw new Error('no order was placed');
  return order;
}

function capture({ paymentId, placed }: Awaited<ReturnType<typeof overdueOrder>>) {
  const { unitOfWork } = shop.container;
  const ctx = systemContext({ actor: { type: 'webhook', id: 'sandbox' } }, new Date());
  const money = {
    providerPaymentId: `pay_${paymentId}`,
    amount: placed.order.grandTotal,
    currency: 'INR',
    at: ctx.now,
  };
  return unitOfWork.run(ctx, (tx) =>
    createPaymentSettlement({ ...shop.container, minimumRefund: () => 0 }).captured(
      tx,
      ctx,
      paymentId,
      money,
    ),
  );
}

interface Ended {
  status: string;
  cancelReason: string | null;
  reservationId: string | null;
  payment: string;
  steps: string[];
}

async function ended(orderId: string): Promise<Ended> {
  const order = (await knex()('orders')
    .where({ id: orderId })
    .first('status', 'cancelReason', 'reservationId')) as Omit<Ended, 'payment' | 'steps'>;
  const payment = (await knex()('payments').where({ orderId }).first('status')) as { status: string };
  const steps = (await knex()('orders_timeline').where({ orderId }).orderBy('id').pluck('event')) as string[];
  return { ...order, payment: payment.status, steps };
}

describe('webhook, timer and cancellation at the same moment', () => {
  it('leave every order in one state that agrees with its payment and its stock', async () => {
    const orders = await overdueOrders(24);
    await Promise.all(
      orders.flatMap((item) => [
        capture(item),
        activities.expireOrder({ orderId: item.orderId, origin }),
        item.cart.http.post(`/store/orders/${item.orderId}/cancel`),
      ]),
    );
    const ends = await Promise.all(orders.map(({ orderId }) => ended(orderId)));
    for (const end of ends) {
      const times = (event: string) => end.steps.filter((step) => step === event).length;
      if (end.status === 'confirmed') {
        expect(end).toMatchObject({
          payment: 'captured',
          cancelReason: null,
          reservationId: expect.any(String),
        });
      } else {
        // Cancelled: before the money came, after it, or both, with a revival in between. The money goes back.
        expect(end).toMatchObject({ status: 'cancelled', payment: 'refund_due', reservationId: null });
      }
      expect(times('order.confirmed')).toBeLessThanOrEqual(1);
      expect(times('order.cancelled')).toBeLessThanOrEqual(2);
    }
    const held = ends.filter((end) => end.reservationId !== null).length;
    expect(await knex()('inventory_levels').where({ variantId }).first('reserved')).toEqual({
      reserved: held,
    });
    // One refund for each payment that has to go back, and none for any other.
    const [asked] = (await knex()('payments_refunds').count({ n: '*' })) as { n: number }[];
    expect(asked?.n).toBe(ends.filter((end) => end.payment === 'refund_due').length);
  });

  it('of ten captures, ten timers and ten cancellations of one order each kind counts once at most', async () => {
    const item = await overdueOrder();
    const ten = <T>(work: () => Promise<T>) => Array.from({ length: 10 }, work);
    const [captures] = await Promise.all([
      Promise.all(ten(() => capture(item))),
      Promise.all(ten(() => activities.expireOrder({ orderId: item.orderId, origin }))),
    ]);
    expect(captures.filter((outcome) => outcome !== 'nothing_new')).toHaveLength(1);
    // In whichever order they came, the buyer who paid is served.
    expect(await ended(item.orderId)).toMatchObject({ status: 'confirmed', payment: 'captured' });
  });
});

describe('every step may be taken twice', () => {
  it('expiring', async () => {
    const item = await overdueOrder();
    const first = await activities.expireOrder({ orderId: item.orderId, origin });
    const again = await activities.expireOrder({ orderId: item.orderId, origin });
    expect([first.status, again.status]).toEqual(['cancelled', 'cancelled']);
    expect((await ended(item.orderId)).steps).toEqual(['order.placed', 'order.cancelled']);
  });

  it('expiring before the time is over does nothing', async () => {
    clock.shift(0);
    const placed = data(await placeOrder(await readyCart(shop, [{ variantId }])));
    const state = await activities.expireOrder({ orderId: placed.order.id, origin });
    expect(state.status).toBe('pending_payment');
    expect(Date.parse(state.expiresAt ?? '')).toBeGreaterThan(Date.now() + WINDOW_MS - 60_000);
  });

  it('asking the provider for payments it has not told of', async () => {
    shop.sandbox.control({ dropWebhooks: true });
    const item = await overdueOrder();
    await shop.sandbox.pay(sandboxOrderOf(item.placed));
    await activities.settleMissedPayments({ orderId: item.orderId, origin });
    await activities.settleMissedPayments({ orderId: item.orderId, origin });
    expect((await ended(item.orderId)).steps).toEqual(['order.placed', 'order.paid', 'order.confirmed']);
    shop.sandbox.resetControls();
  });

  it('sending and recording a refund', async () => {
    shop.sandbox.control({ dropWebhooks: true });
    const item = await overdueOrder();
    const payment = await shop.sandbox.pay(sandboxOrderOf(item.placed));
    await activities.settleMissedPayments({ orderId: item.orderId, origin });
    data(await item.cart.http.post(`/store/orders/${item.orderId}/cancel`));
    const { id: refundId } = (await knex()('payments_refunds')
      .where({ orderId: item.orderId })
      .first('id')) as { id: string };
    const responses = [
      await refunds.sendRefund({ refundId, origin }),
      await refunds.sendRefund({ refundId, origin }),
    ];
    expect(responses[1]).toEqual(responses[0]);
    for (const response of responses) await refunds.recordRefund({ refundId, origin, ...response });
    expect(shop.sandbox.refunds(payment.id)).toHaveLength(1);
    const order = await knex()('orders').where({ id: item.orderId }).first('refundedTotal', 'paymentStatus');
    expect(order).toEqual({ refundedTotal: item.placed.order.grandTotal, paymentStatus: 'refunded' });
    expect((await ended(item.orderId)).payment).toBe('refunded');
    expect(await refunds.sendRefund({ refundId, origin })).toEqual({
      status: 'settled',
      providerRefundId: null,
    });
    shop.sandbox.resetControls();
  });

  it('working off a webhook', async () => {
    clock.shift(0);
    const placed = data(await placeOrder(await readyCart(shop, [{ variantId }])));
    await shop.sandbox.pay(sandboxOrderOf(placed));
    await shop.sandbox.settled();
    const deliveries = await shop.container.events.takeBatch('payments-webhooks', 500);
    const mine: DueDelivery[] = deliveries.filter(({ event }) => event.type === 'payment.webhook_received');
    expect(mine.length).toBeGreaterThanOrEqual(2);
    const handle = createPaymentWebhooksHandler({
      ...shop.container,
      providers: shop.container.paymentProviders,
    });
    const control = { heartbeat: () => undefined, signal: new AbortController().signal };
    const ok = mine.map(({ id }) => ({ id }));
    expect(await handle(mine, control)).toEqual(ok);
    expect(await handle(mine, control)).toEqual(ok);
    expect((await ended(placed.order.id)).steps).toEqual(['order.placed', 'order.paid', 'order.confirmed']);
    const rows = (await knex()('payments_webhook_events').pluck('outcome')) as string[];
    expect(rows.filter((outcome) => outcome === 'confirmed')).toHaveLength(1);
    expect(rows).toContain('nothing_new');
  });

  it('reading an order that does not exist ends its workflow', async () => {
    expect(await activities.readOrderState({ orderId: newId() })).toEqual({
      status: 'unknown',
      expiresAt: null,
    });
  });
});
