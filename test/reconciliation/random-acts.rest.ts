import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startShop, type TestShop } from '../_support/shop.js';
import { runRandomActs } from './random-acts.js';

let shop: TestShop;

beforeAll(async () => {
  shop = await startShop({ workers: ['relay'] });
});
afterAll(() => shop.stop());

it('twenty random acts over thirty orders leave no paisa of difference, with three kills of the worker', async () => {
  const seed = Number(process.env['TEST_SEED_ACTS'] ?? 64);
  await runRandomActs(shop, { orders: 30, acts: 20, kills: 3, seed });
  expect(await shop.container.knex('reconciliation_settlements').where({ difference: 0 })).not.toEqual([]);
});
