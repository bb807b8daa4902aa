import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createRefreshStep } from '#operations/analytics/refresh-step.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { createUser } from '../_support/accounts.js';
import {
  createMarketplace,
  instantOf,
  type Marketplace,
  orderArbitrary,
  writeOrders,
} from './marketplace.js';
import { refreshAt, removeRawRows, storedDashboard } from './refreshing.js';
import { referenceDashboard } from './reference.js';
import { dayOf } from './wall-clock.js';

let kernel: TestKernel;
let market: Marketplace;
beforeAll(async () => {
  kernel = await startKernel();
  market = await createMarketplace(kernel.container);
  const { knex } = kernel.container;
  const [variant] = market.vendors[0]?.variants ?? [];
  await knex('inventory_levels').where({ variantId: variant?.variantId }).update({ lowStockThreshold: 2 });
  await knex('inventory_levels')
    .where({ variantId: market.vendors[1]?.variants[2]?.variantId })
    .update({ lowStockThreshold: 9, reserved: 1 });
  await knex('products').where({ id: market.vendors[2]?.variants[1]?.productId }).update({ status: 'draft' });
  for (const createdAt of ['2026-11-20T00:00:00Z', '2026-10-25T09:00:00Z', '2026-03-28T23:00:00Z']) {
    const { userId } = await createUser(kernel.container);
    await knex('accounts_users').where({ id: userId }).update({ createdAt });
  }
});
afterAll(() => kernel.stop());

/** Instants of interest: a half-hour zone, both days on which Berlin changes its clocks, and Auckland's. */
const scenes = [
  ['Asia/Kolkata', '2026-11-20T09:07:11.250Z'],
  ['Europe/Berlin', '2026-03-29T12:37:00.500Z'],
  ['Europe/Berlin', '2026-10-25T17:05:00Z'],
  ['Pacific/Auckland', '2026-09-27T05:20:00Z'],
] as const;

describe('dashboard-figures: every figure of every window', () => {
  beforeEach(async () => {
    await removeRawRows(kernel.container);
  });

  it.each(scenes)('equals plain TypeScript over the raw rows, in %s at %s', async (zone, instant) => {
    const now = new Date(instant);
    const { container } = kernel;
    await fc.assert(
      fc.asyncProperty(fc.array(orderArbitrary, { minLength: 1, maxLength: 25 }), async (plans) => {
        await removeRawRows(container);
        await writeOrders(container, market, plans, (plan) => instantOf(plan, now, dayOf(now, zone), zone));
        await refreshAt(kernel, createRefreshStep(), zone, now);
        const expected = await referenceDashboard(container, { now, zone });
        const stored = await storedDashboard(container);
        expect(stored.platform).toEqual(expected.platform);
        expect(stored.vendors).toEqual(expected.vendors);
      }),
      { numRuns: 6 },
    );
  });
});
