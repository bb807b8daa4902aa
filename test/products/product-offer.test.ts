import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Knex } from '#db/kernel/knex.js';
import { offerOf } from '#domain/products/offer.js';
import { newId } from '#lib/ids.js';
import { eventually } from '../_support/eventually.js';
import { waitingStatements } from '../_support/gate.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createProduct, type TestProduct } from '../_support/products.js';
import { createVendor } from '../_support/vendors.js';

let platform: TestPlatform;
let knex: Knex;
let vendor: { vendorId: string; token: string };
let product: TestProduct;

beforeAll(async () => {
  platform = await startPlatform();
  knex = platform.container.knex;
  vendor = await createVendor(platform.container);
});
afterAll(() => platform.stop());
beforeEach(async () => {
  product = await newProduct(['S', 500], ['M', 900]);
});

const newProduct = (...variants: [size: string, price: number][]) =>
  createProduct(platform.container, vendor.vendorId, {
    variants: variants.map(([Size, price]) => ({ options: { Size }, price, stock: 3 })),
  });

async function offer(id = product.productId): Promise<unknown> {
  return knex('products').where({ id }).first('variantCount', 'priceStart', 'priceEnd');
}
const amounts = (variantCount: number, priceStart: number | null, priceEnd: number | null) => ({
  variantCount,
  priceStart,
  priceEnd,
});

const variant = (size: number) => knex('products_variants').where({ id: product.variants[size]?.id });
const insertVariant = (db: Knex, price: number | null) =>
  db('products_variants').insert({
    id: newId(),
    productId: product.productId,
    vendorId: vendor.vendorId,
    price,
  });

describe('what the variants of a product amount to', () => {
  const changes: [what: string, change: () => PromiseLike<unknown>, seen: object][] = [
    ['as it was made', async () => undefined, amounts(2, 500, 900)],
    ['a variant more', () => insertVariant(knex, 1200), amounts(3, 500, 1200)],
    ['one without a price', () => insertVariant(knex, null), amounts(3, 500, 900)],
    ['another price', () => variant(0).update({ price: 450 }), amounts(2, 450, 900)],
    ['no price', () => variant(1).update({ price: null }), amounts(2, 500, 500)],
    ['a deleted one', () => variant(0).update({ deletedAt: new Date() }), amounts(1, 900, 900)],
    ['one that is gone', () => variant(1).delete(), amounts(1, 500, 500)],
    [
      'none',
      () => knex('products_variants').where({ productId: product.productId }).delete(),
      amounts(0, null, null),
    ],
  ];

  it.each(changes)('%s', async (_what, change, seen) => {
    await change();
    expect(await offer()).toEqual(seen);
  });

  it('of both products when a variant moves', async () => {
    const other = await newProduct(['S', 50]);
    const [moved] = other.variants;
    await knex('products_variants')
      .where({ id: moved?.id })
      .update({ productId: product.productId, optionValueIds: [] });
    expect(await offer()).toEqual(amounts(3, 50, 900));
    expect(await offer(other.productId)).toEqual(amounts(0, null, null));
  });

  it('counts what two add at the same time, in either order of commits', async () => {
    const [first, second] = [await knex.transaction(), await knex.transaction()];
    await insertVariant(first, 10);
    const waiting = insertVariant(second, 2000).then(() => second.commit());
    await eventually(async () => expect(await waitingStatements(knex)).toBe(1));
    await first.commit();
    await waiting;
    expect(await offer()).toEqual(amounts(4, 10, 2000));
  });

  it('is not written again where it stays the same', async () => {
    const version = async () =>
      (await knex('products').where({ id: product.productId }).first(knex.raw('xmin::text'))) as object;
    const before = await version();
    await variant(0).update({ sku: `${product.variants[0]?.sku}-2`, price: 500 });
    expect(await version()).toEqual(before);
  });

  it('is the same when it is worked out beforehand', () => {
    expect(offerOf([{ price: 900 }, { price: null }, { price: 500 }])).toEqual(amounts(3, 500, 900));
    expect(offerOf([{ price: null }])).toEqual(amounts(1, null, null));
  });
});

describe('a list of the vendor', () => {
  interface Summary {
    id: string;
    priceStart: number | null;
    variantCount: number;
    totalInventory: number;
  }
  let http: TestPlatform['http'];
  const made: string[] = [];

  beforeAll(async () => {
    const other = await createVendor(platform.container);
    http = platform.http.as(other.token);
    for (const price of [300, 100, 500, 200, 400]) {
      const variants = [
        { options: { Size: 'S' }, price, stock: 3 },
        { options: { Size: 'M' }, price: price + 50, stock: 4 },
      ];
      made.push((await createProduct(platform.container, other.vendorId, { variants })).productId);
    }
  });
  const list = async (query: string) => (await http.get<Summary[]>(`/vendor/products?${query}`)).body;

  it('is sorted by price, page after page, with its stock', async () => {
    const pages = await Promise.all(
      [1, 2, 3].map((page) => list(`sort=priceStart:asc&limit=2&page=${page}`)),
    );
    expect(pages.map(({ data }) => data.map(({ priceStart }) => priceStart))).toEqual([
      [100, 200],
      [300, 400],
      [500],
    ]);
    expect(pages[0]?.data[0]).toMatchObject({ id: made[1], variantCount: 2, totalInventory: 7 });
    expect(pages.map(({ metadata }) => metadata?.hasMore)).toEqual([true, true, false]);
  });

  it('shows a change at once, from any writer', async () => {
    const first = async () => (await list('sort=priceStart:asc&limit=1')).data[0];
    expect(await first()).toMatchObject({ id: made[1], totalInventory: 7 });
    const variants = await knex('products_variants').where({ productId: made[1] }).pluck<string[]>('id');
    await knex('inventory_levels').where({ variantId: variants[0] }).update({ reserved: 2 });
    await knex('products').where({ id: made[1] }).update({ title: 'Renamed' });
    expect(await first()).toMatchObject({ id: made[1], title: 'Renamed', totalInventory: 5, priceEnd: 150 });
    await knex('products_variants').where({ id: variants[1] }).update({ price: 160 });
    expect(await first()).toMatchObject({ id: made[1], title: 'Renamed', priceEnd: 160 });
  });

  it('is filtered by price', async () => {
    const { data, metadata } = await list(
      'filters[]=priceStart:gte:200&filters[]=priceEnd:lte:450&sort=priceEnd:desc',
    );
    expect(data.map(({ priceStart }) => priceStart)).toEqual([400, 300, 200]);
    expect(metadata?.total).toBe(3);
  });
});
