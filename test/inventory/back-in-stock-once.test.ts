import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { inventoryAlerts } from '#db/inventory/stock-alerts-tables.js';
import type { Container } from '#runtime/container.js';
import { newId } from '#lib/ids.js';
import { createSellableVariant } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { data } from '../_support/shop.js';
import { createVendor } from '../_support/vendors.js';
import { alertsPass, control, deliverStockChanges } from './alerts-now.js';

const WAITING = 60;
const STEPS = 100;
let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

/** A worker that dies in every second transaction, after it has written the mails and before it commits. */
function dyingWorker(container: Container): Container {
  let batches = 0;
  const enqueueAll: Container['mail']['enqueueAll'] = async (tx, origin, mails) => {
    await container.mail.enqueueAll(tx, origin, mails);
    batches += 1;
    if (batches % 2 === 1) throw new Error('the worker died');
  };
  return { ...container, mail: { ...container.mail, enqueueAll } };
}

it('back-in-stock-once: a restock in a hundred steps, workers that die between batches: one mail a request', async () => {
  const { container } = platform;
  const vendor = await createVendor(container);
  const { variantId } = await createSellableVariant(container, vendor.vendorId, { onHand: 0 });
  const requests = Array.from({ length: WAITING }, () => ({
    variantId,
    address: `buyer-${newId()}@example.com`,
    expiresAt: new Date(Date.now() + 86_400_000),
  }));
  await container.knex('inventory_back_in_stock_requests').insert(requests);

  const http = platform.http.as(vendor.token);
  let restocking = true;
  const steps = async () => {
    for (let step = 0; step < STEPS; step += 1) {
      const delta = step % 3 === 2 ? -1 : 1;
      data(await http.post<object>(`/vendor/inventory/${variantId}/adjust`, { delta, reason: 'count' }));
    }
    restocking = false;
  };
  const worker = async (of: Container) => {
    const pass = alertsPass(of, 7);
    const open = () => container.knex('inventory_alerts').whereRaw('requested_rev > done_rev').first();
    while (restocking || (await open())) {
      await deliverStockChanges(container);
      await pass(control).catch(() => undefined);
      // What a dead worker leased is free after a minute.
      await container.knex('inventory_alerts').update({ leasedUntil: null });
    }
  };
  await Promise.all([steps(), worker(dyingWorker(container)), worker(container)]);

  expect(await inventoryAlerts.counts(container.knex)).toMatchObject({ waiting: 0, leased: 0, failing: 0 });
  const mails = await container
    .knex('mail_messages')
    .where({ template: 'back_in_stock.available' })
    .pluck('recipient');
  expect(mails.sort()).toEqual(requests.map(({ address }) => address).sort());
  const states: unknown[] = await container
    .knex('inventory_back_in_stock_requests')
    .distinct()
    .pluck('state');
  expect(states).toEqual(['notified']);
});
