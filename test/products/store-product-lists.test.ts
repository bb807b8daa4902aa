import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { StoreProductResponse } from '#api/products/store-product.schemas.js';
import type { Knex } from '#db/kernel/knex.js';
import { newId } from '#lib/ids.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createProduct } from '../_support/products.js';
import { createVendor } from '../_support/vendors.js';

let platform: TestPlatform;
let vendorId: string;
let product: { productId: string; slug: string };
let size: { id: string };
const ids = { category: newId(), tag: newId(), ingredient: newId() };

const newProduct = () =>
  createProduct(platform.container, vendorId, { tagIds: [ids.tag], variants: [{ options: { Size: 'S' } }] });

beforeAll(async () => {
  platform = await startPlatform();
  ({ vendorId } = await createVendor(platform.container));
  const { knex } = platform.container;
  await knex('taxonomy_categories').insert({ id: ids.category, title: 'Shirts', slug: 'shirts' });
  await knex('taxonomy_tags').insert({ id: ids.tag, title: 'Summer', slug: 'summer' });
  await knex('taxonomy_ingredients').insert({ id: ids.ingredient, title: 'Neem', slug: 'neem' });
});
afterAll(() => platform.stop());

/** Read once, so that this process remembers its lists. */
beforeEach(async () => {
  product = await newProduct();
  size = (await platform.container
    .knex('products_options')
    .where({ productId: product.productId })
    .first('id')) as { id: string };
  expect((await read()).tags).toMatchObject([{ title: 'Summer' }]);
});

async function read(slug = product.slug): Promise<StoreProductResponse> {
  const { status, body } = await platform.http.get<StoreProductResponse>(`/store/products/slug/${slug}`);
  expect(status).toBe(200);
  return body.data;
}

const updatedAt = async () =>
  (await platform.container.knex('products').where({ id: product.productId }).first('updatedAt')) as unknown;

describe('the lists of a product page', () => {
  const filed = (table: string, column: string, id: string) => (knex: Knex) =>
    knex(table).insert({ productId: product.productId, [column]: id });
  const changes: [what: string, change: (knex: Knex) => PromiseLike<unknown>, seen: object][] = [
    [
      'a category',
      filed('products_categories', 'categoryId', ids.category),
      { categories: [{ id: ids.category }] },
    ],
    [
      'an ingredient',
      filed('products_ingredients', 'ingredientId', ids.ingredient),
      { ingredients: [{ id: ids.ingredient }] },
    ],
    [
      'a tag less',
      (knex) => knex('products_tags').where({ productId: product.productId }).delete(),
      { tags: [] },
    ],
    [
      'a tab',
      (knex) => knex('products_tabs').insert({ productId: product.productId, title: 'Care' }),
      { tabs: [{ title: 'Care' }] },
    ],
    [
      'an option',
      (knex) => knex('products_options').where({ id: size.id }).update({ name: 'Fit' }),
      { options: [{ name: 'Fit' }] },
    ],
    [
      'a value',
      (knex) => knex('products_option_values').insert({ optionId: size.id, value: 'XL', sortOrder: 9 }),
      { options: [{ values: [{ value: 'S' }, { value: 'XL' }] }] },
    ],
    [
      'another value',
      (knex) => knex('products_option_values').where({ optionId: size.id }).update({ value: 'Small' }),
      { options: [{ values: [{ value: 'Small' }] }] },
    ],
    [
      'no value',
      (knex) => knex('products_option_values').where({ optionId: size.id }).delete(),
      { options: [{ values: [] }] },
    ],
  ];

  it.each(changes)('show %s as soon as it is committed, and no sooner', async (_what, change, seen) => {
    const before = await read();
    const changedAt = await updatedAt();
    await platform.container.knex.transaction(async (tx) => {
      await change(tx as unknown as Knex);
      expect(await read()).toEqual(before);
    });
    expect(await read()).toMatchObject(seen);
    expect(await updatedAt()).toEqual(changedAt);
  });

  it('show what changed after the product itself in one transaction', async () => {
    await platform.container.knex.transaction(async (tx) => {
      await tx('products').where({ id: product.productId }).update({ title: 'Renamed' });
      await read();
      await tx('products_tags').where({ productId: product.productId }).delete();
    });
    expect(await read()).toMatchObject({ title: 'Renamed', tags: [] });
  });

  it('lose and gain what moves from one product to another', async () => {
    const other = await newProduct();
    await platform.container.knex('products_tabs').insert({ productId: product.productId, title: 'Care' });
    expect([(await read()).tabs.length, (await read(other.slug)).tabs.length]).toEqual([1, 0]);
    await platform.container
      .knex('products_tabs')
      .where({ productId: product.productId })
      .update({ productId: other.productId });
    expect([(await read()).tabs.length, (await read(other.slug)).tabs.length]).toEqual([0, 1]);
  });

  it('call an entry of the taxonomy by its new name, and leave out one that was deleted', async () => {
    const { knex } = platform.container;
    await knex('taxonomy_tags').where({ id: ids.tag }).update({ title: 'Monsoon' });
    expect((await read()).tags).toMatchObject([{ title: 'Monsoon' }]);
    await knex('taxonomy_tags').where({ id: ids.tag }).update({ deletedAt: new Date() });
    expect((await read()).tags).toEqual([]);
    await knex('taxonomy_tags').where({ id: ids.tag }).update({ title: 'Summer', deletedAt: null });
    expect((await read()).tags).toMatchObject([{ title: 'Summer' }]);
  });

  it('show what is assigned, by its current title and value, and in the order of the group', async () => {
    const { knex } = platform.container;
    const [size, fit, valueId, groupId] = [newId(), newId(), newId(), newId()];
    const { productId } = product;
    await knex('product_attributes').insert([
      { id: size, title: 'Size', code: 'size', type: 'select' },
      { id: fit, title: 'Fit', code: 'fit', type: 'text' },
    ]);
    await knex('product_attributes_values').insert({
      id: valueId,
      attributeId: size,
      value: 'S',
      folded: 's',
    });
    await knex('product_attributes_groups').insert({ id: groupId, title: 'Clothing', code: 'clothing' });
    await knex('products').where({ id: productId }).update({ attributeGroupId: groupId });
    const texts = async () =>
      (await read()).attributes.map(
        ({ title, values }) => `${title} ${values.map(({ value }) => value).join()}`,
      );
    expect(await texts()).toEqual([]);
    const changedAt = await updatedAt();
    await knex('products_attributes').insert({ productId, attributeId: size, valueId });
    expect(await texts()).toEqual(['Size S']);
    await knex('products_attributes').insert({
      productId,
      attributeId: fit,
      value: 'Slim',
      canonical: 'Slim',
    });
    expect(await texts()).toEqual(['Fit Slim', 'Size S']);
    await knex('products_attributes')
      .where({ attributeId: fit })
      .update({ value: 'Wide', canonical: 'Wide' });
    expect(await texts()).toEqual(['Fit Wide', 'Size S']);
    await knex('product_attributes_members').insert({ groupId, attributeId: size });
    expect(await texts()).toEqual(['Size S', 'Fit Wide']);
    await knex('product_attributes_values').where({ id: valueId }).update({ value: 'Small' });
    await knex('product_attributes').where({ id: fit }).update({ title: 'Cut' });
    expect(await texts()).toEqual(['Size Small', 'Cut Wide']);
    await knex('product_attributes').where({ id: fit }).update({ deletedAt: new Date() });
    expect(await texts()).toEqual(['Size Small']);
    await knex('products_attributes').where({ productId, attributeId: size }).delete();
    expect(await texts()).toEqual([]);
    expect(await updatedAt()).toEqual(changedAt);
  });

  it('cost no second writing of a product that the transaction has written already', async () => {
    const { productId } = product;
    await platform.container.knex.transaction(async (tx) => {
      const place = async () =>
        (await tx('products').where({ id: productId }).first(tx.raw('ctid::text'))) as unknown;
      await tx('products').where({ id: productId }).update({ title: 'Renamed' });
      const written = await place();
      await tx('products_tabs').insert({ productId, title: 'Care' });
      expect(await place()).toEqual(written);
    });
  });
});
