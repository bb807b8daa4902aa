import { afterAll, beforeAll, it } from '@jest/globals';
import { startShop, type TestShop } from '../_support/shop.js';
import { createVendor } from '../_support/vendors.js';
import { runCartCommands } from './cart-commands.js';

const seed = Number(process.env['CART_SEED'] ?? Date.now() % 1_000_000);
let shop: TestShop;

beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

it(`cart-commands: 30 sequences agree with the model (CART_SEED=${seed})`, async () => {
  const { vendorId } = await createVendor(shop.container);
  await runCartCommands(shop, vendorId, { runs: 30, seed });
});
