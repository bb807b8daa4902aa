import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { redeliverable, redeliverOpenFlows } from '#db/events/open-flows.query.js';
import { subscriptions } from '#events/subscriptions.js';
import { createContainer } from '#runtime/container.js';
import { runWorkers } from '#runtime/run-workers.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { askForInvoices } from '../_support/invoices.js';
import { takeNamespace } from '../_support/namespaces.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { installRuntime } from '../_support/engine-runtime.js';
import {
  data,
  placeOrder,
  readyCart,
  startShop,
  type TestShop,
  vendorWithVariant,
} from '../_support/shop.js';

let shop: TestShop;
beforeAll(async () => {
  installRuntime();
  shop = await startShop();
});
afterAll(() => shop.stop());

describe('an engine that has lost everything', () => {
  it('is told again of what is not done, and of nothing else', async () => {
    const { container, http } = shop;
    // The first engine hears of an order and of an invoice, and is gone before any worker took them.
    const admin = http.as((await createSession(container, { roles: ['superAdmin'] })).token);
    const { variantId } = await vendorWithVariant(shop);
    const cart = await readyCart(shop, [{ variantId }]);
    const { order } = data(await placeOrder(cart));
    const confirmed = await createConfirmedOrder(container, { vendors: [{}] });
    await askForInvoices(admin, confirmed.orderId);
    const runs = [`orders-follow-${order.id}`, `invoices-render-${confirmed.subOrders[0]?.subOrderId}`];
    await container.knex('outbox_deliveries').update({ state: 'delivered', deliveredAt: new Date() });

    // The next one is empty: a namespace that has seen nothing.
    const config = { ...container.config, TEMPORAL_NAMESPACE: await takeNamespace() };
    const next = await createContainer(config, { name: 'test', logger: container.logger });
    await next.start();
    const workers = await runWorkers(next, ['core', 'documents', 'relay']);
    try {
      const { workflow } = next.gateway.client;
      for (const run of runs) await expect(workflow.getHandle(run).describe()).rejects.toThrow(/not found/i);

      expect(await redeliverOpenFlows(next.knex)).toEqual([
        { subscription: 'invoices-render', open: 1, redelivered: 1, missing: [] },
        // The order with the invoice was written without events.
        { subscription: 'orders-follow', open: 2, redelivered: 1, missing: [confirmed.orderId] },
      ]);
      await eventually(async () => {
        const [status] = await container
          .knex('invoices')
          .where({ orderId: confirmed.orderId })
          .pluck('status');
        expect(status).toBe('ready');
      });
      await eventually(async () => {
        expect((await workflow.getHandle(runs[0] ?? '').describe()).status.name).toBe('RUNNING');
      });
      // A second time finds the order alone, and does not disturb its run.
      const before = await workflow.getHandle(runs[0] ?? '').describe();
      expect(await redeliverOpenFlows(next.knex)).toEqual([
        { subscription: 'orders-follow', open: 2, redelivered: 1, missing: [confirmed.orderId] },
      ]);
      await eventually(async () => {
        const due = await container.knex('outbox_deliveries').where({ state: 'due' });
        expect(due).toEqual([]);
      });
      expect((await workflow.getHandle(runs[0] ?? '').describe()).runId).toBe(before.runId);
    } finally {
      await workers.stop();
      await next.stop();
    }
  });

  it('can be told of every kind of run', () => {
    // The file of an export whose run is lost is deleted by the daily sweep.
    const each = subscriptions
      .filter(({ kind, name }) => kind === 'each' && name !== 'reports-expire')
      .map(({ name }) => name);
    expect([...redeliverable].sort()).toEqual(each.sort());
  });
});
