import { afterAll, beforeAll, it } from '@jest/globals';
import { startShop, type TestShop } from '../_support/shop.js';
import { runRandomActs } from './random-acts.js';

let shop: TestShop;

beforeAll(async () => {
  shop = await startShop({ workers: ['relay'] });
});
afterAll(() => shop.stop());

it('two hundred random acts over three hundred orders leave no paisa of difference, with thirty kills', async () => {
  const seed = Number(process.env['TEST_SEED_ACTS'] ?? Date.now() % 1_000_000);
  console.log(`TEST_SEED_ACTS=${seed} repeats the acts`);
  await runRandomActs(shop, { orders: 300, acts: 200, kills: 30, seed });
});
