import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type ParcelShop, startParcelShop } from './parcel-shop.js';
import { runReturnedParcels } from './returned-parcels-model.js';

let shop: ParcelShop;
beforeAll(async () => {
  shop = await startParcelShop();
});
afterAll(() => shop.stop());

it('money and stock agree after any sequence of parcels sent, delivered, returned and cancelled', async () => {
  const seed = Number(process.env['RETURNS_SEED'] ?? randomInt(2 ** 31));
  process.stdout.write(`returned-parcels: RETURNS_SEED=${seed} repeats it\n`);
  await runReturnedParcels(shop, 60, seed);
  expect.hasAssertions();
});
