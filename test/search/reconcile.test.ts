import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createKeyedPass } from '#activities/_shared/derived-pass.js';
import { createProductIndexer } from '#activities/search/index-products.js';
import { createIndexKeeper } from '#activities/search/keep-index.js';
import { createProductChangesHandler } from '#activities/search/product-changes.js';
import { createReindexActivities } from '#activities/search/reindex.activities.js';
import { searchProducts } from '#db/search/search-products-tables.js';
import { inventoryEvents } from '#domain/inventory/inventory.events.js';
import { productsEvents } from '#domain/products/products.events.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createProduct } from '../_support/products.js';
import { createVendor } from '../_support/vendors.js';
import { indexNow, passRequested } from './index-now.js';
import { searchFor, titlesFor } from './search-shop.js';

let platform: TestPlatform;
let vendorId: string;

beforeAll(async () => {
  platform = await startPlatform();
  ({ vendorId } = await createVendor(platform.container));
});
afterAll(() => platform.stop());

const keeper = () => createIndexKeeper(platform.container);
const titles = (q: string) => titlesFor(platform.http, { q });
const changesHandler = () => {
  const { container } = platform;
  const pass = createKeyedPass(container, 'test', searchProducts, createProductIndexer(container));
  return createProductChangesHandler(container, pass);
};
const rows = () => platform.container.knex('search_products');

it('requests products that changed after their watermark, or have none, and nothing else', async () => {
  const { container } = platform;
  const product = await createProduct(container, vendorId, { title: 'Lantern' });
  expect(await keeper().reconcile()).toEqual({ built: 0, requested: 1, dropped: 0 });
  await passRequested(container);
  expect(await titles('lantern')).toEqual(['Lantern']);
  expect(await keeper().reconcile()).toMatchObject({ requested: 0 });
  await container
    .knex('products')
    .where({ id: product.productId })
    .update({ title: 'Torch', updatedAt: new Date() });
  expect(await keeper().reconcile()).toMatchObject({ requested: 1 });
  await passRequested(container);
  expect(await titles('torch')).toEqual(['Torch']);
});

it('takes what others touched, and drafts only once', async () => {
  const { container } = platform;
  const draft = await createProduct(container, vendorId, { title: 'Draft', status: 'draft' });
  await keeper().reconcile();
  await passRequested(container);
  expect(await keeper().reconcile()).toMatchObject({ requested: 0 });
  await rows().where({ productId: draft.productId }).update({ touchedAt: new Date() });
  expect(await keeper().reconcile()).toMatchObject({ requested: 1 });
  await passRequested(container);
});

it('leaves a restock of what is in stock to the next reconcile, and takes what is sellable again at once', async () => {
  const { container } = platform;
  const { knex } = container;
  const make = (title: string, stock: number) =>
    createProduct(container, vendorId, { title, variants: [{ price: 10_000, stock }] });
  const [plenty, none] = [await make('Plenty', 5), await make('Soldout', 0)];
  await indexNow(container);
  const restock = changesHandler();
  const deliveries = [plenty, none].map(({ productId, variants: [variant] }, n) => ({
    id: `restock-${n}`,
    event: { type: inventoryEvents.adjusted.type, payload: { productId, variantId: variant?.id, delta: 7 } },
  }));
  for (const { variants } of [plenty, none])
    await knex('inventory_levels').where({ variantId: variants[0]?.id }).increment('onHand', 7);
  await restock(deliveries as never, {} as never);
  await passRequested(container);
  const stockOf = async (q: string) =>
    (await searchFor(platform.http, { q })).body.data.products.map(({ inStock, variants }) => [
      inStock,
      variants[0]?.['inventoryQuantity'],
    ]);
  expect([await stockOf('soldout'), await stockOf('plenty')]).toEqual([[[true, 7]], [[true, 5]]]);
  expect(await keeper().reconcile()).toMatchObject({ requested: 1 });
  await passRequested(container);
  expect(await stockOf('plenty')).toEqual([[true, 12]]);
});

it('indexes the few products of a round at once, ahead of those that wait', async () => {
  const { container } = platform;
  const { knex, unitOfWork } = container;
  const { productId } = await createProduct(container, vendorId, { title: 'Candle' });
  const { productId: waiting } = await createProduct(container, vendorId, { title: 'Backlog' });
  await indexNow(container);
  for (const id of [productId, waiting]) await knex('products').where({ id }).update({ title: 'Renamed' });
  await unitOfWork.run({} as never, (tx) => searchProducts.request(tx, [{ productId: waiting }]));
  const event = { type: productsEvents.updated.type, payload: { productId } };
  const control = { heartbeat: () => undefined, signal: new AbortController().signal };
  expect(
    await changesHandler()(
      [
        { id: 1, event },
        { id: 2, event },
      ] as never,
      control,
    ),
  ).toHaveLength(2);
  expect(await titles('renamed')).toEqual(['Renamed']);
  const open = (await knex('search_products')
    .whereRaw('requested_rev > done_rev')
    .select('productId')) as object[];
  expect(open).toEqual([{ productId: waiting }]);
  await passRequested(container);
});

it('rerolls every boundary of a special price since the watermark, however old', async () => {
  const { container } = platform;
  const product = await createProduct(container, vendorId, {
    title: 'Special',
    variants: [{ price: 10_000, specialPrice: 5_000 }],
  });
  await indexNow(container);
  expect(await keeper().reroll()).toEqual({ requested: 0 });
  // The special price ended an hour ago, and the pass that was due then never ran.
  const end = new Date(Date.now() - 3_600_000);
  await container
    .knex('products_variants')
    .where({ productId: product.productId })
    .update({ specialPriceEnd: end });
  await rows()
    .where({ productId: product.productId })
    .update({ doneAt: new Date(end.getTime() - 60_000) });
  expect(await keeper().reroll()).toEqual({ requested: 1 });
  await passRequested(container);
  const { data } = (await searchFor(platform.http, { q: 'special', hasActiveSpecial: true })).body;
  expect(data.products).toEqual([]);
});

it('builds an index that is missing; searches respond with 503 until it is complete', async () => {
  const { container } = platform;
  const { search, knex } = container;
  await search.dropCollection('products_v1');
  await knex('search_collections').delete();
  await knex('search_aliases').delete();
  for (const path of [
    '/store/products',
    '/store/product-search?q=lamp',
    '/store/product-search/suggestions?q=lamp',
  ]) {
    const { status, headers, body } = await platform.http.get(path);
    expect([status, headers.get('retry-after'), body.reason]).toEqual([503, '5', 'search.filling']);
  }
  const ready = await platform.http.raw('GET', '/health/ready');
  expect(await ready.json()).toMatchObject({
    status: 'degraded',
    parts: { search: 'filling' },
    reasons: ['The search index is being filled: searches respond with 503 until it is complete'],
  });
  expect(await keeper().isCurrent()).toBe(false);
  expect(await keeper().reconcile()).toMatchObject({ built: 1 });
  expect((await searchFor(platform.http, {})).status).toBe(503);
  const runs = (await knex('search_runs').select('state', 'builds', 'vendorId')) as object[];
  expect(runs).toEqual([{ state: 'pending', builds: 'products_v1', vendorId: null }]);
  // Again, before the run has begun: nothing is built twice.
  expect(await keeper().reconcile()).toMatchObject({ built: 0 });
  const [run] = (await knex('search_runs').select('id')) as { id: string }[];
  const origin = { actor: { type: 'system' as const, id: 'test' }, requestId: 'build' };
  const { indexBatches } = createReindexActivities(container);
  await new MockActivityEnvironment().run(indexBatches, { runId: run?.id ?? '', origin });
  expect(await knex('search_runs').pluck('state')).toEqual(['completed']);
  expect(await keeper().isCurrent()).toBe(true);
  const found = await searchFor(platform.http, {});
  expect([found.status, found.body.metadata]).toEqual([
    200,
    { ...(found.body.metadata as object), total: expect.any(Number) },
  ]);
  expect((found.body.metadata as { total: number }).total).toBeGreaterThan(0);
  await expect(
    platform.http.raw('GET', '/health/ready').then((response) => response.json()),
  ).resolves.toMatchObject({ parts: { search: 'up' } });
});

it('cleans words and terms that no document has', async () => {
  const { container } = platform;
  const { knex } = container;
  const product = await createProduct(container, vendorId, { title: 'Zyzzyva' });
  await indexNow(container);
  const words = () => knex('search_words_products_v1').where({ word: 'zyzzyva' });
  expect(await words()).toHaveLength(1);
  await knex('products').where({ id: product.productId }).update({ title: 'Beetle' });
  await knex('search_terms').insert({ kind: 'attribute', slug: 'colour', label: 'nobody' });
  await indexNow(container);
  expect(await keeper().clean()).toMatchObject({ deleted: expect.any(Number) });
  expect(await words()).toHaveLength(0);
  expect(await knex('search_terms').where({ label: 'nobody' })).toHaveLength(0);
  expect(await titles('beetle')).toEqual(['Beetle']);
});
