import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { createProduct } from '../_support/products.js';
import { createVendor } from '../_support/vendors.js';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel.stop());

test('a product comes with its options, its stock and the movement that opened it', async () => {
  const { container } = kernel;
  const { vendorId } = await createVendor(container);
  const { productId, variants } = await createProduct(container, vendorId, {
    variants: [
      { options: { Size: 'S' }, stock: 7 },
      { options: { Size: 'M' }, stock: 0 },
    ],
  });
  const rows = await container
    .knex('products_variants as v')
    .join('inventory_levels as l', 'l.variantId', 'v.id')
    .leftJoin('inventory_movements as m', 'm.variantId', 'v.id')
    .where({ productId })
    .orderBy('sortOrder')
    .select('v.id', 'onHand', 'onHandDelta', 'optionValueIds');
  expect(rows).toMatchObject([
    { id: variants[0]?.id, onHand: 7, onHandDelta: 7 },
    { id: variants[1]?.id, onHand: 0, onHandDelta: null },
  ]);
  expect(rows.every((row: { optionValueIds: string[] }) => row.optionValueIds.length === 1)).toBe(true);
});
