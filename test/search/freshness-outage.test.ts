import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SearchUnavailable } from '#integrations/search/search-engine.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { holdUpdates } from '../_support/gate.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createProduct } from '../_support/products.js';
import { createBrand } from '../_support/taxonomy.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { ended, upload } from '../product-imports/import-shop.js';
import { deliverProduct } from '../reviews/delivered-product.js';
import { indexNow } from './index-now.js';
import { assign, createAttribute, type SearchResponse, searchFor } from './search-shop.js';

const FRESH_MS = 10_000;
const IMPORTS = 4;

let platform: TestPlatform;
let vendor: TestVendor;
let mine: HttpClient;
let admin: HttpClient;

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'search', 'relay', 'indexing'] });
  const { container, http } = platform;
  vendor = await createVendor(container);
  mine = http.as(vendor.token);
  admin = http.as((await createSession(container, { roles: ['admin'] })).token);
});
afterAll(() => platform.stop());

/** Products that have all words: where none has, a search finds those that have one of them. */
async function found(q: string): Promise<SearchResponse['products']> {
  const { data, metadata } = (await searchFor(platform.http, { q })).body;
  return metadata && 'relaxed' in metadata ? [] : data.products;
}
const becomes = (q: string, expected: object[]) =>
  eventually(async () => expect(await found(q)).toMatchObject(expected), FRESH_MS);
const price = (productId: string, variantId: string | undefined, value: number) =>
  mine.patch(`/vendor/products/${productId}/variants/${variantId}`, { price: value });
const adjust = (variantId: string | undefined, delta: number) =>
  mine.post(`/vendor/inventory/${variantId}/adjust`, { delta, reason: 'count' });
const hide = (productId: string) =>
  mine.patch(`/vendor/products/${productId}/basics`, { visibility: 'private' });

it('is fresh while four imports hold their queue', async () => {
  const { container } = platform;
  const [dear, hidden] = [
    await createProduct(container, vendor.vendorId, { title: 'Lantern dearest' }),
    await createProduct(container, vendor.vendorId, { title: 'Lantern hideaway' }),
  ];
  await indexNow(container);
  const gate = await holdUpdates(
    container.config.DATABASE_URL,
    'product_imports',
    'new.checkpoint_row > old.checkpoint_row',
  );
  const shops = await Promise.all(Array.from({ length: IMPORTS }, () => createVendor(container)));
  const imports = await Promise.all(
    shops.map(async ({ token }, n) => {
      const http = platform.http.as(token);
      const { data } = await upload(
        http,
        `Handle,Title,Variant SKU,Variant Price\nimported-${n},Imported ${n},I-${n},1\n`,
      );
      return { http, id: data.id };
    }),
  );
  await eventually(async () => {
    const { rows } = await container.knex.raw<{ rows: { held: number }[] }>(
      `select count(*)::integer as held from pg_stat_activity
       where datname = current_database() and wait_event = 'advisory' and query ilike '%product_imports%'`,
    );
    expect(rows[0]?.held).toBe(IMPORTS);
  });
  const [variant] = dear.variants;
  await price(dear.productId, variant?.id, 77_700);
  await becomes('dearest', [{ priceStart: 77_700, inStock: true }]);
  await adjust(variant?.id, -100);
  await becomes('dearest', [{ inStock: false }]);
  await hide(hidden.productId);
  await becomes('hideaway', []);
  await gate.open();
  for (const { http, id } of imports) expect(await ended(http, id)).toMatchObject({ status: 'completed' });
});

it('is right again after the index was unreachable', async () => {
  const { container } = platform;
  const { search } = container;
  const brand = await createBrand(container, { title: 'Beforehand' });
  const colour = await createAttribute(container, 'tint', 'select', ['amber']);
  const other = await createVendor(container);
  const make = (title: string, fields: object = {}, vendorId = vendor.vendorId) =>
    createProduct(container, vendorId, { title, ...fields });
  const [priced, sold, hidden, gone, branded, suspended, reviewed, back] = [
    await make('Outage pricing'),
    await make('Outage soldout'),
    await make('Outage hidden'),
    await make('Outage deleted'),
    await make('Outage branded', { brandId: brand.id }),
    await make('Outage suspended', {}, other.vendorId),
    await make('Outage reviewed'),
    await make('Outage restocked', { variants: [{ price: 10_000, stock: 0 }] }),
  ];
  await assign(container, branded.productId, colour.id, { valueId: colour.valueIds['amber'] ?? '' });
  const { buyer } = await deliverProduct(container, {
    productId: reviewed.productId,
    vendorId: vendor.vendorId,
  });
  const review = await platform.http
    .as(buyer.token)
    .post<{ id: string }>(`/store/products/${reviewed.productId}/reviews`, { rating: 5 });
  await indexNow(container);

  const { write } = search;
  search.write = () => Promise.reject(new SearchUnavailable('connection refused'));
  await price(priced.productId, priced.variants[0]?.id, 12_300);
  await adjust(sold.variants[0]?.id, -100);
  await hide(hidden.productId);
  await mine.delete(`/vendor/products/${gone.productId}`);
  await admin.put(`/admin/brands/${brand.id}`, { title: 'Afterwards' });
  const values = [{ id: colour.valueIds['amber'], value: 'ochre', sortOrder: 0 }];
  await admin.put(`/admin/product-attributes/${colour.id}`, { title: 'Tint', values });
  await admin.patch(`/admin/vendors/${other.vendorId}`, { status: 'suspended' });
  await admin.post(`/admin/reviews/${review.body.data.id}/approve`);
  await adjust(back.variants[0]?.id, 3);
  const requested = [priced, sold, hidden, gone, branded, suspended, reviewed, back];
  await eventually(async () => {
    const waiting: unknown[] = await container
      .knex('search_products')
      .whereIn(
        'productId',
        requested.map(({ productId }) => productId),
      )
      .whereRaw('requested_rev > done_rev and attempts = 0');
    expect(waiting).toHaveLength(requested.length);
  }, FRESH_MS);
  expect(await found('outage pricing')).not.toMatchObject([{ priceStart: 12_300 }]);
  search.write = write;

  await becomes('outage pricing', [{ priceStart: 12_300 }]);
  await becomes('outage soldout', [{ inStock: false }]);
  await becomes('outage hidden', []);
  await becomes('outage deleted', []);
  await becomes('outage branded', [{ brand: { name: 'Afterwards' } }]);
  await becomes('outage suspended', []);
  await becomes('outage reviewed', [{ rating: { average: 5, count: 1 } }]);
  await becomes('outage restocked', [{ inStock: true }]);
  const { attributes } = (await searchFor(platform.http, { q: 'outage branded' })).body.data;
  expect(attributes).toMatchObject([{ code: 'tint', values: [{ value: 'ochre', productCount: 1 }] }]);
});
