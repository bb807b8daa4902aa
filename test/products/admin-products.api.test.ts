import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { whyNotForSale } from '#domain/products/not-for-sale.js';
import { createSession } from '../_support/accounts.js';
import { createSellableVariant } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';

interface Product {
  id: string;
  notForSale: string[];
  variants: { id: string; available: number; unlimited: boolean; feeds: object[] }[];
  search: object | null;
}

let platform: TestPlatform;
let admin: TestPlatform['http'];
beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as(
    (await createSession(platform.container, { permissions: ['product:view'] })).token,
  );
});
afterAll(() => platform.stop());

it('lists the products of all vendors, and says of one why buyers cannot buy it, and how search and feeds have it', async () => {
  const { knex } = platform.container;
  const [first, second] = [await createVendor(platform.container), await createVendor(platform.container)];
  const sold = {
    ...(await createSellableVariant(platform.container, first.vendorId)),
    vendorId: first.vendorId,
  };
  const two = await createSellableVariant(platform.container, second.vendorId);
  const ids = (await admin.get<Product[]>('/admin/products')).body.data.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([sold.productId, two.productId]));
  const ofVendor = await admin.get<Product[]>(`/admin/products?filters[]=vendorId:eq:${sold.vendorId}`);
  expect(ofVendor.body.data.map(({ id }) => id)).toEqual([sold.productId]);

  const path = `/admin/products/${sold.productId}`;
  const read = async () => (await admin.get<Product>(path)).body.data;
  expect((await read()).notForSale).toEqual([]);
  await knex('feeds_items').insert({
    feed: 'merchant',
    target: 'IN',
    variantId: sold.variantId,
    status: 'failed',
    lastError: 'no GTIN',
  });
  await knex('products').where({ id: sold.productId }).update({ status: 'draft' });
  await knex('inventory_levels').where({ variantId: sold.variantId }).update({ reserved: 0, onHand: 0 });
  await knex('vendors').where({ id: sold.vendorId }).update({ status: 'suspended' });
  const product = await read();
  expect(product.notForSale).toEqual([
    'The vendor is suspended',
    'The product is a draft',
    'No variant is in stock',
  ]);
  expect(product.variants).toMatchObject([
    {
      id: sold.variantId,
      available: 0,
      feeds: [{ feed: 'merchant', status: 'failed', lastError: 'no GTIN' }],
    },
  ]);
  await knex('products').where({ id: sold.productId }).update({ deletedAt: new Date() });
  expect((await read()).notForSale).toContain('The product is deleted');
  const other = await createSession(platform.container, { permissions: ['order:view'] });
  expect((await platform.http.as(other.token).get(path)).status).toBe(403);
});

it.each([
  [{}, []],
  [{ publishedAt: null }, ['The product has no publication date']],
  [{ publishedAt: new Date('2026-12-01') }, ['The product is published at 2026-12-01T00:00:00.000Z']],
  [{ variants: [] }, ['The product has no variants']],
  [
    { variants: [{ detached: false, price: null, available: 3, unlimited: false }] },
    ['No variant has a price'],
  ],
  [{ variants: [{ detached: false, price: 100, available: 0, unlimited: true }] }, []],
  [{ visibility: 'private', status: 'archived' }, ['The product is archived', 'The product is private']],
])('%j: %j', (patch, reasons) => {
  const product = {
    status: 'active',
    visibility: 'public',
    publishedAt: new Date('2026-11-01'),
    deletedAt: null,
    vendorStatus: 'active',
    vendorDeletedAt: null,
    variants: [{ detached: false, price: 100, available: 3, unlimited: false }],
  };
  expect(whyNotForSale({ ...product, ...patch }, new Date('2026-11-24'))).toEqual(reasons);
});

it('lists variants of all vendors by SKU, title and id', async () => {
  const { container } = platform;
  const { vendorId } = await createVendor(container);
  const { variantId, productId } = await createSellableVariant(container, vendorId, {
    title: 'Peacock lamp',
  });
  await container.knex('products_variants').where({ id: variantId }).update({ sku: 'PEA-9' });
  const ids = async (query: string) =>
    (await admin.get<{ id: string }[]>(`/admin/variants?${query}`)).body.data.map(({ id }) => id);
  expect(await ids('search=PEA-9')).toEqual([variantId]);
  expect(await ids('search=peacock')).toEqual([variantId]);
  expect(await ids(`filters[]=id:eq:${variantId}`)).toEqual([variantId]);
  expect(await ids(`filters[]=vendorId:eq:${vendorId}`)).toEqual([variantId]);
  await container.knex('products').where({ id: productId }).update({ deletedAt: new Date() });
  expect(await ids('search=PEA-9')).toEqual([]);
});
