import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { createSellableVariant } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { done } from '../products/product-shop.js';

let platform: TestPlatform;
let vendor: TestVendor;
beforeAll(async () => {
  platform = await startPlatform();
  vendor = await createVendor(platform.container);
});
afterAll(() => platform.stop());

it('lists the codes of the published products of a category, the most used first', async () => {
  const { knex } = platform.container;
  const categoryId = newId();
  await knex('taxonomy_categories').insert({ id: categoryId, title: 'Lamps', slug: `lamps-${categoryId}` });
  await knex('tax_rates').insert([
    { hsnPrefix: '74', gstRate: 12 },
    { hsnPrefix: '7419', gstRate: 18, description: 'Articles of copper' },
  ]);
  const add = async (hsnCode: string, status = 'active') => {
    const { productId, variantId } = await createSellableVariant(platform.container, vendor.vendorId);
    await knex('products').where({ id: productId }).update({ primaryCategoryId: categoryId, status });
    await knex('products_variants').where({ id: variantId }).update({ hsnCode });
  };
  for (const code of ['74198030', '9405', '74198030', 'none', '123']) await add(code);
  await add('940550', 'draft');
  const path = (id: string) => `/vendor/hsn-suggestions?categoryId=${id}`;
  expect(done(await platform.http.as(vendor.token).get(path(categoryId)))).toEqual([
    { hsnCode: '74198030', products: 2, description: 'Articles of copper', gstRate: 18 },
    { hsnCode: '9405', products: 1, description: null, gstRate: null },
  ]);
  expect(done(await platform.http.as(vendor.token).get(path(newId())))).toEqual([]);
  expect((await platform.http.as(vendor.token).get('/vendor/hsn-suggestions')).status).toBe(400);
});
