import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../_support/eventually.js';
import { type OwnEngine, startOwnEngine } from '../_support/own-engine.js';
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
import { startWorkerProcess, type WorkerProcess } from '../_support/worker-process.js';

const STOCK = 10;

let engine: OwnEngine;
let shop: TestShop;
let worker: WorkerProcess;

beforeAll(async () => {
  engine = await startOwnEngine();
  shop = await startShop({
    environment: { TEMPORAL_ADDRESS: engine.address, TEMPORAL_NAMESPACE: engine.namespace },
  });
  worker = await startWorkerProcess(shop.container.config, 'core,relay');
});
afterAll(async () => {
  await worker.kill();
  await shop.stop();
  await engine.remove();
});

async function waitingOrder(): Promise<{ placed: PlacedResponse; variantId: string }> {
  const { variantId } = await vendorWithVariant(shop, { onHand: STOCK });
  const placed = data(await placeOrder(await readyCart(shop, [{ variantId, quantity: 2 }])));
  // Its workflow waits for the payment.
  await eventually(async () => {
    const run = await shop.container.gateway.client.workflow
      .getHandle(`orders-follow-${placed.order.id}`)
      .describe();
    expect(run.status.name).toBe('RUNNING');
  });
  return { placed, variantId };
}

async function orderRow(id: string): Promise<Record<string, unknown>> {
  return (await shop.container.knex('orders').where({ id }).first()) as Record<string, unknown>;
}

async function level(variantId: string): Promise<Record<string, unknown>> {
  return (await shop.container.knex('inventory_levels').where({ variantId }).first()) as Record<
    string,
    unknown
  >;
}

/** Confirmed, paid for and told of, once. */
async function expectConfirmedOnce({
  placed,
  variantId,
}: Awaited<ReturnType<typeof waitingOrder>>): Promise<void> {
  const { id: orderId } = placed.order;
  await eventually(async () => {
    expect(await orderRow(orderId)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' });
  });
  const { knex } = shop.container;
  expect(await knex('outbox_events').where({ type: 'order.confirmed', entityId: orderId })).toHaveLength(1);
  expect(
    await knex('orders_timeline').where({ orderId, toStatus: 'confirmed', subOrderId: null }),
  ).toHaveLength(1);
  expect(await knex('payments').where({ orderId, status: 'captured' })).toHaveLength(1);
  expect(await level(variantId)).toMatchObject({ onHand: STOCK, reserved: 2 });
  await eventually(async () => {
    const run = shop.container.gateway.client.workflow.getHandle(`orders-follow-${orderId}`);
    expect(await run.query('step')).toBe('waiting for sub-orders');
  });
}

describe('an order that waits for its payment', () => {
  it('is confirmed once although worker and relay are killed before the payment comes', async () => {
    const waiting = await waitingOrder();
    await worker.kill();
    await shop.sandbox.pay(sandboxOrderOf(waiting.placed));
    await eventually(async () => {
      expect(await shop.container.knex('payments_webhook_events')).not.toHaveLength(0);
    });
    expect(await orderRow(waiting.placed.order.id)).toMatchObject({ status: 'pending_payment' });
    await shop.startWorkers(['core', 'relay']);
    await expectConfirmedOnce(waiting);
  });

  it('is confirmed once although the engine is killed before the payment comes', async () => {
    const waiting = await waitingOrder();
    const before = await shop.container.knex('payments_webhook_events').select('id');
    await engine.kill();
    await shop.sandbox.pay(sandboxOrderOf(waiting.placed));
    await eventually(async () => {
      const stored = await shop.container.knex('payments_webhook_events').select('id');
      expect(stored.length).toBeGreaterThan(before.length);
    });
    await engine.start();
    await expectConfirmedOnce(waiting);
  });
});
