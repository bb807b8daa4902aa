import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { done, type ProductShop, refusal, startProductShop } from './product-shop.js';

interface Outcome {
  productId: string;
  outcome: string;
  prices: { before: number; after: number }[];
  error: { reason: string; message: string; errors: { path: string }[] } | null;
}
interface Result {
  dryRun: boolean;
  changed: number;
  unchanged: number;
  failed: number;
  products: Outcome[];
}

let shop: ProductShop;
beforeAll(async () => {
  shop = await startProductShop();
});
afterAll(() => shop.stop());

const bulk = async (body: object, key?: string) =>
  done(await shop.mine.post<Result>('/vendor/products/bulk', body, key ? { 'idempotency-key': key } : {}));

const lamp = (variants: object[] = [{ price: 49_900 }], fields: object = {}) =>
  shop.create({ title: `Lamp ${newId()}`, variants, ...fields });

const pricesOf = async (productId: string) =>
  (await shop.container
    .knex('products_variants')
    .where({ productId })
    .orderBy('sortOrder')
    .pluck('price')) as number[];

it('a dry run says every price and writes nothing; the run writes them, and leaves special prices alone', async () => {
  const product = await lamp([{ price: 49_950, specialPrice: 29_900 }]);
  const body = { productIds: [product.id], action: 'price', percent: 10, roundTo: 100 };
  const before = await shop.dump();
  const planned = await bulk({ ...body, dryRun: true }, newId());
  expect(planned).toMatchObject({ dryRun: true, changed: 1, failed: 0 });
  expect(planned.products[0]?.prices).toMatchObject([{ before: 49_950, after: 54_900 }]);
  expect(await shop.dump()).toBe(before);
  await bulk(body);
  expect(await pricesOf(product.id)).toEqual([54_900]);
  const [variant] = await shop.container.knex('products_variants').where({ productId: product.id });
  expect(variant).toMatchObject({ specialPrice: 29_900 });
});

it('what one product refuses, or is of another vendor, is its outcome; the others are changed', async () => {
  const [good, refused] = [await lamp(), await lamp([{ price: 10_000, specialPrice: 9_000 }])];
  const foreign = done(await shop.theirs.post<{ id: string }>('/vendor/products', { title: 'Theirs' }), 201);
  const productIds = [good.id, refused.id, foreign.id, newId()];
  const result = await bulk({ productIds, action: 'price', percent: -20 });
  expect(result).toMatchObject({ changed: 1, unchanged: 0, failed: 3 });
  expect(result.products.map(({ outcome }) => outcome)).toEqual(['changed', 'failed', 'failed', 'failed']);
  expect(result.products[1]?.error).toMatchObject({
    reason: 'platform.validation',
    errors: [{ path: 'body.variants.0.specialPrice' }],
  });
  expect(result.products[2]?.error).toEqual({ ...result.products[3]?.error });
  expect(await pricesOf(refused.id)).toEqual([10_000]);
});

it('a repeated key changes a price once; with another body it is a conflict', async () => {
  const product = await lamp();
  const key = newId();
  const body = { productIds: [product.id], action: 'price', percent: 10 };
  const first = await bulk(body, key);
  expect(await bulk(body, key)).toEqual(first);
  expect(await pricesOf(product.id)).toEqual([54_890]);
  const headers = { 'idempotency-key': key };
  const other = await shop.mine.post('/vendor/products/bulk', { ...body, percent: 20 }, headers);
  expect(refusal(other)).toMatchObject({ status: 409, code: 'CONFLICT' });
});

it('publishes, archives, adds and removes tags; a repeat is unchanged', async () => {
  const product = await lamp();
  const productIds = [product.id];
  const { knex } = shop.container;
  expect(await bulk({ productIds, action: 'publish' })).toMatchObject({ changed: 1 });
  expect(await bulk({ productIds, action: 'publish' })).toMatchObject({ unchanged: 1, changed: 0 });
  expect(await knex('products').where({ id: product.id }).first()).toMatchObject({
    status: 'active',
    visibility: 'public',
    publishedAt: expect.any(Date),
  });
  await bulk({ productIds, action: 'archive' });
  expect(await knex('products').where({ id: product.id }).first('status')).toEqual({ status: 'archived' });
  const tags = [newId(), newId()];
  await knex('taxonomy_tags').insert(tags.map((id) => ({ id, title: id, slug: id })));
  await bulk({ productIds, action: 'tag', addTagIds: tags });
  await bulk({ productIds, action: 'tag', removeTagIds: [tags[0]] });
  expect(await knex('products_tags').where({ productId: product.id })).toMatchObject([{ tagId: tags[1] }]);
  const events = await shop.eventsOf(product.id);
  expect(events.filter(({ type }) => type === 'catalog.product.updated')).toHaveLength(4);
});

it('sets an attribute beside the others, and removes it', async () => {
  const product = await lamp();
  const [material, care] = [newId(), newId()];
  const { knex } = shop.container;
  await knex('product_attributes').insert(
    [material, care].map((id) => ({ id, title: 'Text', code: id, type: 'text' })),
  );
  const productIds = [product.id];
  for (const attributeId of [material, care])
    await bulk({ productIds, action: 'attribute', attribute: { attributeId, value: 'Brass' } });
  const stored = async () => {
    const rows = (await knex('products_attributes').where({ productId: product.id })) as {
      attributeId: string;
    }[];
    return rows.map(({ attributeId }) => attributeId).sort();
  };
  expect(await stored()).toEqual([material, care].sort());
  await bulk({ productIds, action: 'attribute', attribute: { attributeId: care } });
  expect(await stored()).toEqual([material]);
});

it('refuses a body without what its action needs, duplicates, and percents beyond their bounds', async () => {
  const productIds = [newId()];
  const paths = async (body: object) => refusal(await shop.mine.post('/vendor/products/bulk', body));
  const refusals: [body: object, path: string][] = [
    [{ productIds, action: 'price' }, 'body.percent'],
    [{ productIds, action: 'price', percent: -90.01 }, 'body.percent'],
    [{ productIds, action: 'price', percent: 500.5 }, 'body.percent'],
    [{ productIds, action: 'price', percent: 1.005 }, 'body.percent'],
    [{ productIds, action: 'tag' }, 'body.addTagIds'],
    [{ productIds, action: 'attribute' }, 'body.attribute'],
    [{ productIds: [...productIds, ...productIds], action: 'publish' }, 'body.productIds'],
    [{ productIds: Array.from({ length: 201 }, newId), action: 'publish' }, 'body.productIds'],
  ];
  for (const [body, path] of refusals)
    expect(await paths(body)).toMatchObject({ status: 400, paths: [path] });
});
