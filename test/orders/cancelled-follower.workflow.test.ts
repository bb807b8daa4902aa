import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
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
let admin: TestShop['http'];

beforeAll(async () => {
  shop = await startShop({ workers: ['core', 'relay'] });
  admin = shop.http.as((await createSession(shop.container, { roles: ['admin'] })).token);
});
afterAll(() => shop.stop());
afterEach(() => shop.sandbox.resetControls());

/** An order that holds two pieces and waits half an hour for its payment, with its run. */
async function waitingOrder(): Promise<{ placed: PlacedResponse; variantId: string; job: string }> {
  const { variantId } = await vendorWithVariant(shop, { onHand: 2 });
  const placed = data(await placeOrder(await readyCart(shop, [{ variantId, quantity: 2 }])));
  const workflowId = `orders-follow-${placed.order.id}`;
  const run = shop.container.gateway.client.workflow.getHandle(workflowId);
  await eventually(async () => expect(await run.query('step')).toBe('waiting for payment'));
  return { placed, variantId, job: `/admin/jobs/${workflowId}` };
}

async function cancel(job: string): Promise<void> {
  expect((await admin.post(`${job}/cancel`, { reason: 'Entered twice' })).status).toBe(202);
  await eventually(async () => {
    expect(data(await admin.get<{ status: string }>(job)).status).toBe('cancelled');
  });
}

const knex = () => shop.container.knex;
const orderOf = (id: string) => knex()('orders').where({ id }).first() as Promise<Record<string, unknown>>;
const reservedOf = (variantId: string) => knex()('inventory_levels').where({ variantId }).first('reserved');

describe('the job of an unpaid order, when it is cancelled,', () => {
  it('ends the time to pay: the order is cancelled and its stock free', async () => {
    const { placed, variantId, job } = await waitingOrder();
    expect(await reservedOf(variantId)).toEqual({ reserved: 2 });
    await cancel(job);
    expect(await orderOf(placed.order.id)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'failed',
      cancelReason: 'payment_window_ended',
      expiresAt: null,
    });
    expect(await reservedOf(variantId)).toEqual({ reserved: 0 });
    const timeline = await knex()('orders_timeline').where({ orderId: placed.order.id }).pluck('event');
    expect(timeline).toEqual(['order.placed', 'order.cancelled']);
    // As after the end of any time to pay, a payment that still comes is served while everything is there.
    await shop.sandbox.pay(sandboxOrderOf(placed));
    await eventually(async () =>
      expect(await orderOf(placed.order.id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' }),
    );
  });

  it('keeps an order that was paid and nobody told of', async () => {
    const { placed, variantId, job } = await waitingOrder();
    shop.sandbox.control({ dropWebhooks: true });
    await shop.sandbox.pay(sandboxOrderOf(placed));
    await cancel(job);
    expect(await orderOf(placed.order.id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' });
    expect(await reservedOf(variantId)).toEqual({ reserved: 2 });
  });

  it('does not wait for a provider that is down', async () => {
    const { placed, variantId, job } = await waitingOrder();
    shop.sandbox.control({ failNext: 100 });
    await cancel(job);
    expect(await orderOf(placed.order.id)).toMatchObject({ status: 'cancelled' });
    expect(await reservedOf(variantId)).toEqual({ reserved: 0 });
  });
});
