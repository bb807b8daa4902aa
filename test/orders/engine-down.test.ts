import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createContainer } from '#runtime/container.js';
import { runWorkers } from '#runtime/run-workers.js';
import { provided } from '../_support/database.js';
import { eventually } from '../_support/eventually.js';
import { installRuntime } from '../_support/engine-runtime.js';
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
beforeAll(async () => {
  installRuntime();
  // Nothing listens there.
  shop = await startShop({ environment: { TEMPORAL_ADDRESS: '127.0.0.1:1' } });
});
afterAll(() => shop.stop());

describe('while the workflow engine is down', () => {
  it('orders are accepted and webhooks taken at once, and all goes on when it is back', async () => {
    const { variantId } = await vendorWithVariant(shop);
    const cart = await readyCart(shop, [{ variantId }]);
    const placed = data(await placeOrder(cart));
    expect(placed.payment.action.type).toBe('redirect');
    await shop.sandbox.pay(sandboxOrderOf(placed));
    await shop.sandbox.settled();
    expect(shop.sandbox.webhooks().map((webhook) => webhook.state)).toEqual(['delivered', 'delivered']);
    const read = async () =>
      data(await cart.http.get<PlacedResponse['order']>(`/store/orders/${placed.order.id}`));
    expect((await read()).status).toBe('pending_payment');
    // At once: nobody has waited for an engine that does not respond, since nobody has asked it.
    const { values: calls } = await shop.container.metrics.engine.calls.get();
    expect(calls).toEqual([]);

    const config = { ...shop.container.config, TEMPORAL_ADDRESS: provided('TEST_TEMPORAL_ADDRESS') };
    const container = await createContainer(config, { name: 'test-worker' });
    await container.start();
    const workers = await runWorkers(container, ['core', 'relay']);
    try {
      await eventually(async () =>
        expect(await read()).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' }),
      );
      const handle = container.gateway.client.workflow.getHandle(`orders-follow-${placed.order.id}`);
      await eventually(async () => expect(await handle.query('step')).toBe('waiting for sub-orders'));
    } finally {
      await workers.stop();
      await container.stop();
    }
  });
});
