import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startShop, type TestShop } from '../_support/shop.js';
import { createMoneyWorld, type MoneyWorld, runMoneyModel } from './money-model.js';

let shop: TestShop;
let world: MoneyWorld;

beforeAll(async () => {
  shop = await startShop();
  world = await createMoneyWorld(shop);
});
afterAll(() => shop.stop());

it('money agrees after every step of any sequence', async () => {
  const seed = Number(process.env['MONEY_SEED'] ?? randomInt(2 ** 31));
  process.stdout.write(`money-model: MONEY_SEED=${seed} repeats it\n`);
  await runMoneyModel(world, 30, seed);
  expect.hasAssertions();
});
