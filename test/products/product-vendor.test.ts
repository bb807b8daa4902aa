import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { createProduct, type TestProduct } from '../_support/products.js';
import { createVendor } from '../_support/vendors.js';

let kernel: TestKernel;
let product: TestProduct;
let another: { vendorId: string };

beforeAll(async () => {
  kernel = await startKernel();
  product = await createProduct(kernel.container, (await createVendor(kernel.container)).vendorId);
  another = await createVendor(kernel.container);
});
afterAll(() => kernel.stop());

/** A condition without the vendor cannot mix two of them up. */
describe('the database refuses what is of another vendor than its owner', () => {
  const refused = { constraint: expect.stringMatching(/_vendor_fkey$/) as unknown };

  it('a variant', async () => {
    const row = { id: newId(), productId: product.productId, vendorId: another.vendorId };
    await expect(kernel.container.knex('products_variants').insert(row)).rejects.toMatchObject(refused);
  });

  it.each(['inventory_levels', 'inventory_movements'])('a row of %s', async (table) => {
    const rows = kernel.container.knex(table).where({ variantId: product.variants[0]?.id });
    await expect(rows.update({ vendorId: another.vendorId })).rejects.toMatchObject(refused);
  });

  it('a product that changes hands and leaves its variants behind', async () => {
    const rows = kernel.container.knex('products').where({ id: product.productId });
    await expect(rows.update({ vendorId: another.vendorId })).rejects.toMatchObject(refused);
  });
});
