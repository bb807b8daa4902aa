import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { createSellableVariant } from '../_support/orders.js';
import { setSettings } from '../_support/settings.js';
import { data, placeOrder, readyCart, startShop, type TestShop } from '../_support/shop.js';
import { createVendor } from '../_support/vendors.js';

let shop: TestShop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

it('commission is that of the main category of a product, else that of its vendor', async () => {
  const { knex } = shop.container;
  const { vendorId } = await createVendor(shop.container, { commissionBps: 1_000 });
  const categoryId = newId();
  await knex('taxonomy_categories').insert({ id: categoryId, title: 'Books', slug: `books-${categoryId}` });
  const book = await createSellableVariant(shop.container, vendorId, { price: 100_000 });
  await knex('products').where({ id: book.productId }).update({ primaryCategoryId: categoryId });
  const lamp = await createSellableVariant(shop.container, vendorId, { price: 50_000 });
  const commission = async () => {
    const ready = await readyCart(shop, [{ variantId: book.variantId }, { variantId: lamp.variantId }]);
    const { order } = data(await placeOrder(ready));
    return knex('orders_sub_orders').where({ orderId: order.id }).first('commissionBps', 'commissionTotal');
  };
  expect(await commission()).toEqual({ commissionBps: 1_000, commissionTotal: 15_000 });
  await setSettings(shop.container, { 'admin.commission.by_category': { [categoryId]: 400 } });
  expect(await commission()).toEqual({ commissionBps: 1_000, commissionTotal: 4_000 + 5_000 });
});
