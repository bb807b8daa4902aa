import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findLatePayments } from '#workflows/payments/payments.contract.js';
import { eventually } from '../_support/eventually.js';
import {
  data,
  type PlacedResponse,
  placeOrder,
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
  ({ variantId } = await vendorWithVariant(shop, { onHand: 100 }));
});
afterAll(() => shop.stop());

/** An order that its buyer cancels, whose payment page is used all the same, and nobody tells. */
async function paidAfterCancelling(): Promise<PlacedResponse> {
  const cart = await readyCart(shop, [{ variantId }]);
  const placed = data(await placeOrder(cart));
  data(await cart.http.post(`/store/orders/${placed.order.id}/cancel`));
  shop.sandbox.control({ dropWebhooks: true });
  await shop.sandbox.pay(sandboxOrderOf(placed));
  shop.sandbox.resetControls();
  return placed;
}

async function look(youngerThanHours = 48) {
  const { workflow } = shop.container.gateway.client;
  const { workflowId } = await shop.container.gateway.start(findLatePayments, { youngerThanHours });
  return workflow.getHandle(workflowId).result() as Promise<Record<string, number>>;
}

const orderOf = (id: string) =>
  shop.container.knex('orders').where({ id }).first() as Promise<Record<string, unknown>>;

describe('a payment whose webhook was lost', () => {
  const looksOf = (orderId: string) =>
    shop.container
      .knex('payments')
      .where({ orderId })
      .first('looksFrom', 'nextLookAt', 'lookedOnReturn') as Promise<{
      looksFrom: Date | null;
      nextLookAt: Date | null;
      lookedOnReturn: boolean;
    }>;
  /** As if the attempt had been begun so many seconds earlier. */
  const earlier = (orderId: string, seconds: number) =>
    shop.container.knex.raw(
      `update payments set looks_from = looks_from - make_interval(secs => :seconds),
         next_look_at = next_look_at - make_interval(secs => :seconds) where order_id = :orderId`,
      { seconds, orderId },
    );
  async function paidUnreported() {
    const cart = await readyCart(shop, [{ variantId }]);
    const placed = data(await placeOrder(cart));
    shop.sandbox.control({ dropWebhooks: true });
    await shop.sandbox.pay(sandboxOrderOf(placed));
    shop.sandbox.resetControls();
    return { cart, id: placed.order.id };
  }
  const isPaid = (id: string) =>
    eventually(async () => expect(await orderOf(id)).toMatchObject({ paymentStatus: 'paid' }));

  it('is found when its buyer comes back to the order', async () => {
    const { cart, id } = await paidUnreported();
    // Read before anybody can have paid: not the return.
    data(await cart.http.get(`/store/orders/${id}`));
    expect(await looksOf(id)).toMatchObject({ lookedOnReturn: false });
    await earlier(id, 10);
    data(await cart.http.get(`/store/orders/${id}`));
    expect(await looksOf(id)).toMatchObject({ lookedOnReturn: true });
    await isPaid(id);
  });

  it('is found a minute after it was begun, without its buyer', async () => {
    const { id } = await paidUnreported();
    await earlier(id, 61);
    await isPaid(id);
  });

  it('is looked at 1, 3, 8 and 20 minutes after it was begun, and when its buyer comes back once more', async () => {
    const cart = await readyCart(shop, [{ variantId }]);
    const { order } = data(await placeOrder(cart));
    const untilLook = async () => {
      const { looksFrom, nextLookAt } = await looksOf(order.id);
      return nextLookAt && looksFrom && (nextLookAt.getTime() - looksFrom.getTime()) / 60_000;
    };
    for (const [minutes, next] of [
      [1, 3],
      [2, 8],
      [5, 20],
      [12, null],
    ] as const) {
      await earlier(order.id, minutes * 60 + 1);
      await eventually(async () => expect(await untilLook()).toBe(next));
      // A second return asks nobody.
      data(await cart.http.get(`/store/orders/${order.id}`));
    }
    expect(await looksOf(order.id)).toMatchObject({ nextLookAt: null, lookedOnReturn: true });
  });
});

describe('a payment of a cancelled order whose webhook was lost', () => {
  it('is found and goes back once', async () => {
    const { order } = await paidAfterCancelling();
    expect(await look()).toMatchObject({ asked: 1, found: 1, unanswered: 0 });
    await eventually(async () => {
      expect(await orderOf(order.id)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' });
    });
    expect(await look()).toMatchObject({ asked: 0, found: 0 });
    const refunds = await shop.container.knex('payments_refunds').where({ orderId: order.id });
    expect(refunds).toHaveLength(1);
  });

  it('is left to the next run where the provider does not respond', async () => {
    await paidAfterCancelling();
    shop.sandbox.control({ failNext: 1 });
    expect(await look()).toMatchObject({ asked: 1, found: 0, unanswered: 1 });
    expect(await look()).toMatchObject({ asked: 1, found: 1, unanswered: 0 });
  });

  it('is not asked after for ever', async () => {
    const { order } = await paidAfterCancelling();
    await shop.container
      .knex('orders')
      .where({ id: order.id })
      .update({ placedAt: new Date(Date.now() - 49 * 3_600_000) });
    expect(await look()).toMatchObject({ asked: 0 });
  });

  it('is not asked after while its order waits, which its own workflow does', async () => {
    const cart = await readyCart(shop, [{ variantId }]);
    data(await placeOrder(cart));
    expect(await look()).toMatchObject({ asked: 0 });
  });
});
