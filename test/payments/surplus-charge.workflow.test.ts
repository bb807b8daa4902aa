import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { hmacSha256 } from '#lib/crypto.js';
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

beforeAll(async () => {
  shop = await startShop({ workers: ['core', 'relay'] });
});
afterAll(() => shop.stop());
afterEach(() => shop.sandbox.resetControls());

const knex = () => shop.container.knex;
const orderOf = (id: string) => knex()('orders').where({ id }).first() as Promise<Record<string, unknown>>;
const becomes = (id: string, fields: Record<string, unknown>) =>
  eventually(async () => expect(await orderOf(id)).toMatchObject(fields));

interface TwoPages {
  cart: ReadyCart;
  first: PlacedResponse;
  second: PlacedResponse;
  orderId: string;
}

/** An order with two payment pages that can both be used: the first attempt was declined. */
async function orderWithTwoPages(): Promise<TwoPages & { variantId: string }> {
  const { variantId } = await vendorWithVariant(shop, { onHand: 1 });
  const cart = await readyCart(shop, [{ variantId }]);
  const first = data(await placeOrder(cart));
  const orderId = first.order.id;
  await shop.sandbox.decline(sandboxOrderOf(first));
  await becomes(orderId, { paymentStatus: 'failed' });
  const second = data(await cart.http.post<PlacedResponse>(`/store/orders/${orderId}/payments`, {}));
  return { cart, first, second, orderId, variantId };
}

const refundsOf = (orderId: string) =>
  knex()('payments_refunds').where({ orderId }).orderBy('id').pluck('status') as Promise<string[]>;
const cancel = async ({ cart, orderId }: TwoPages) =>
  data(await cart.http.post(`/store/orders/${orderId}/cancel`));

describe('an order that was paid twice and is cancelled', () => {
  it('is not refunded by the charge too many alone', async () => {
    const item = await orderWithTwoPages();
    await shop.sandbox.pay(sandboxOrderOf(item.second));
    await becomes(item.orderId, { status: 'confirmed' });
    // The charge too many is on its way back; nobody is told how that ends until the order is cancelled.
    shop.sandbox.control({ refundOutcome: 'pending_then_processed', dropWebhooks: true });
    await notified(() => shop.sandbox.pay(sandboxOrderOf(item.first)));
    await eventually(async () => expect(await refundsOf(item.orderId)).toEqual(['pending']));
    const sent = () => knex()('payments_refunds').where({ orderId: item.orderId }).first('providerRefundId');
    await eventually(async () => expect(await sent()).not.toEqual({ providerRefundId: null }));
    shop.sandbox.control({ refuseRefunds: true, dropWebhooks: false });
    await cancel(item);
    await eventually(async () => expect(await refundsOf(item.orderId)).toEqual(['pending', 'failed']));
    await notified(() => Promise.resolve(), 'refund.processed');
    await eventually(async () => expect(await refundsOf(item.orderId)).toEqual(['processed', 'failed']));
    expect(await orderOf(item.orderId)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'paid',
      refundedTotal: 0,
    });
  });

  it('is refunded once its own money went back', async () => {
    const item = await orderWithTwoPages();
    await shop.sandbox.pay(sandboxOrderOf(item.second));
    await becomes(item.orderId, { status: 'confirmed' });
    await shop.sandbox.pay(sandboxOrderOf(item.first));
    await cancel(item);
    await eventually(async () => expect(await refundsOf(item.orderId)).toEqual(['processed', 'processed']));
    const { grandTotal } = item.first.order;
    await becomes(item.orderId, { paymentStatus: 'refunded', refundedTotal: grandTotal });
  });
});

describe('an order that comes back after its first money had gone back', () => {
  it('is paid, and owes nothing of that refund', async () => {
    const item = await orderWithTwoPages();
    await knex()('orders').where({ id: item.orderId }).update({ expiresAt: new Date() });
    // The relay starts the run; how soon is its own affair.
    const run = shop.container.gateway.client.workflow.getHandle(`orders-follow-${item.orderId}`);
    await eventually(() => run.signal('paymentSettled'));
    await becomes(item.orderId, { status: 'cancelled' });
    await knex()('inventory_levels').where({ variantId: item.variantId }).update({ onHand: 0 });
    await shop.sandbox.pay(sandboxOrderOf(item.first));
    await becomes(item.orderId, { status: 'cancelled', paymentStatus: 'refunded' });
    await knex()('inventory_levels').where({ variantId: item.variantId }).update({ onHand: 1 });
    await shop.sandbox.pay(sandboxOrderOf(item.second));
    await becomes(item.orderId, { status: 'confirmed', paymentStatus: 'paid', refundedTotal: 0 });
    await cancel(item);
    const { grandTotal } = item.first.order;
    await becomes(item.orderId, { paymentStatus: 'refunded', refundedTotal: grandTotal });
  });
});

/** Does something, then brings the latest webhook of this kind, which the sandbox was told to drop. */
async function notified(act: () => Promise<unknown>, event = 'payment.captured'): Promise<void> {
  await act();
  const { body = '', eventId = '' } = shop.sandbox.webhooks().findLast((item) => item.event === event) ?? {};
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
