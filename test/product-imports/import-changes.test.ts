import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { VendorProduct } from '#domain/products/vendor-product.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createProduct } from '../_support/products.js';
import { createBrand, createCategory, createTag } from '../_support/taxonomy.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { importFile, problems, snapshot } from './import-shop.js';

let platform: TestPlatform;
let vendor: TestVendor;
let http: HttpClient;

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'indexing'] });
});
afterAll(() => platform.stop());
beforeEach(async () => {
  vendor = await createVendor(platform.container);
  http = platform.http.as(vendor.token);
});

const variantHeader =
  'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Compare At Price,Variant Inventory Tracker,Variant Inventory Qty';
const csv = (header: string, ...lines: string[]) => [header, ...lines, ''].join('\n');
const variantsCsv = (...lines: string[]) => csv(variantHeader, ...lines);

async function productOf(handle: string): Promise<VendorProduct> {
  const { knex } = platform.container;
  const row = (await knex('products')
    .where({ vendorId: vendor.vendorId, handle })
    .whereNull('deletedAt')
    .first('id')) as { id: string } | undefined;
  const { body } = await http.get<VendorProduct>(`/vendor/products/${row?.id ?? handle}/detail`);
  return body.data;
}

async function stockOf(sku: string): Promise<{ onHand: number; movements: number[] }> {
  const { knex } = platform.container;
  const { id } = (await knex('products_variants').where({ vendorId: vendor.vendorId, sku }).first('id')) as {
    id: string;
  };
  const level = (await knex('inventory_levels').where({ variantId: id }).first('onHand')) as {
    onHand: number;
  };
  const moves = (await knex('inventory_movements').where({ variantId: id }).orderBy('id')) as {
    onHandDelta: number;
  }[];
  return { onHand: level.onHand, movements: moves.map(({ onHandDelta }) => onHandDelta) };
}

describe('a changed file', () => {
  it('changes what it says and nothing else, and one event tells of it', async () => {
    await importFile(
      http,
      variantsCsv('a,A,Size,S,A-S,10,,shopify,5', 'a,,,M,A-M,10,,shopify,5', 'b,B,,,B,20,,shopify,1'),
    );
    const [a, b] = [await productOf('a'), await productOf('b')];
    const done = await importFile(
      http,
      variantsCsv('a,A,Size,S,A-S,12,15,shopify,5', 'b,B,,,B,20,,shopify,1', 'a,,,L,A-L,10,,shopify,2'),
    );
    expect(done).toMatchObject({ created: 0, updated: 1, unchanged: 1, failed: 0 });

    const after = await productOf('a');
    expect(after.variants).toMatchObject([
      { id: a.variants[0]?.id, price: 1_500, specialPrice: 1_200 },
      { id: a.variants[1]?.id, price: 1_000, specialPrice: null, updatedAt: a.variants[1]?.updatedAt },
      { sku: 'A-L', price: 1_000, sortOrder: 2 },
    ]);
    expect(after.slug).toBe(a.slug);
    expect(after.options[0]).toMatchObject({
      id: a.options[0]?.id,
      values: [{ value: 'S' }, { value: 'M' }, { value: 'L' }],
    });
    expect(after.updatedAt > a.updatedAt).toBe(true);
    expect(await productOf('b')).toEqual(b);
    const { knex } = platform.container;
    const events = await knex('outbox_events').where({
      entityId: done.id,
      type: 'catalog.products.imported',
    });
    expect(events).toMatchObject([{ payload: { productIds: [a.id] } }]);
  });

  it('sets stock to what it states when that is news, and leaves what was sold since alone when it is not', async () => {
    await importFile(http, variantsCsv('a,A,,,A,10,,shopify,5'));
    const [variant] = (await productOf('a')).variants;
    await http.post(`/vendor/inventory/${variant?.id}/adjust`, { delta: -2, reason: 'sold elsewhere' });
    await importFile(http, variantsCsv('a,A,,,A,10,,shopify,5'));
    expect(await stockOf('A')).toEqual({ onHand: 3, movements: [5, -2] });
    await importFile(http, variantsCsv('a,A,,,A,10,,shopify,9'));
    expect(await stockOf('A')).toEqual({ onHand: 9, movements: [5, -2, 6] });
    await importFile(http, variantsCsv('a,A,,,A,10,,,9'));
    const levels = await http.get<{ trackInventory: boolean }[]>('/vendor/inventory');
    expect(levels.body.data).toMatchObject([{ trackInventory: false, onHand: 9 }]);
  });

  it('takes over edits by hand where it speaks, and keeps them where it is silent', async () => {
    await importFile(http, csv('Handle,Title,Variant Price', 'a,A,10'));
    const { id } = await productOf('a');
    await http.patch(`/vendor/products/${id}/basics`, {
      title: 'By hand',
      subtitle: 'Kept',
      slug: 'my-own-slug',
    });
    expect(await importFile(http, csv('Handle,Title,Variant Price', 'a,A,10'))).toMatchObject({ updated: 1 });
    expect(await productOf('a')).toMatchObject({ id, title: 'A', subtitle: 'Kept', slug: 'my-own-slug' });
  });

  it('may swap SKUs and combinations between variants and products', async () => {
    await importFile(http, variantsCsv('a,A,Size,S,ONE,1,,,', 'a,,,M,TWO,2,,,', 'b,B,,,THREE,3,,,'));
    const before = await productOf('a');
    const swapped = variantsCsv('a,A,Size,S,TWO,1,,,', 'a,,,M,THREE,2,,,', 'b,B,,,ONE,3,,,');
    expect(await importFile(http, swapped)).toMatchObject({ updated: 2, failed: 0 });
    expect((await productOf('a')).variants.map(({ id, sku }) => [id, sku])).toEqual([
      [before.variants[0]?.id, 'TWO'],
      [before.variants[1]?.id, 'THREE'],
    ]);
    expect((await productOf('b')).variants).toMatchObject([{ sku: 'ONE' }]);
    const state = await snapshot(platform.container, vendor.vendorId);
    expect(await importFile(http, swapped)).toMatchObject({ updated: 0, unchanged: 2 });
    expect(await snapshot(platform.container, vendor.vendorId)).toBe(state);
  });

  it('leaves out a row whose SKU is that of another product', async () => {
    await createProduct(platform.container, vendor.vendorId, {
      title: 'By hand',
      variants: [{ sku: 'MINE' }],
    });
    const done = await importFile(
      http,
      variantsCsv('a,A,Size,S,A-S,1,,,', 'a,,,M,MINE,1,,,', 'b,B,,,MINE,1,,,', 'c,C,,,C,1,,,'),
    );
    expect(done).toMatchObject({ created: 2, failed: 2, rows: 4 });
    expect((await problems(http, done.id)).map((line) => line.split(',').slice(0, 3).join())).toEqual([
      '3,a,Variant SKU',
      '4,b,Variant SKU',
    ]);
    expect((await problems(http, done.id))[0]).toContain('(By hand)');
    expect((await productOf('a')).variants.map(({ sku }) => sku)).toEqual(['A-S']);
  });

  it('takes options away from a product, and detaches what is left without a combination of its own', async () => {
    const two =
      'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price';
    await importFile(http, csv(two, 'a,A,Size,S,Colour,Red,S-R,1', 'a,,,S,,Blue,S-B,1', 'a,,,M,,Red,M-R,1'));
    const before = await productOf('a');
    const item = csv(
      'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price',
      'a,A,Colour,Red,S-R,1',
    );
    expect(await importFile(http, item)).toMatchObject({ updated: 1, failed: 0 });
    const after = await productOf('a');
    const colour = before.options[1];
    expect(after.options).toMatchObject([{ id: colour?.id, name: 'Colour', sortOrder: 0 }]);
    expect(after.variants.map(({ sku, optionValueIds }) => [sku, optionValueIds])).toEqual([
      ['S-R', [colour?.values[0]?.id]],
      ['S-B', [colour?.values[1]?.id]],
      ['M-R', [colour?.values[0]?.id]],
    ]);
    const { knex } = platform.container;
    const detached = await knex('products_variants')
      .where({ productId: after.id, detached: true })
      .select('sku');
    expect(detached).toEqual([{ sku: 'M-R' }]);
    const state = await snapshot(platform.container, vendor.vendorId);
    expect(await importFile(http, item)).toMatchObject({ updated: 0, unchanged: 1 });
    expect(await snapshot(platform.container, vendor.vendorId)).toBe(state);
  });
});

describe('the taxonomies', () => {
  const header = 'Handle,Title,Vendor,Product Category,Type,Tags,Variant Price';

  it('are found by title or slug, and what the marketplace does not have is told of once', async () => {
    const { container } = platform;
    const brand = await createBrand(container, { title: 'Haat Weavers' });
    const category = await createCategory(container, { title: 'Saris & Stoles' });
    const shirts = await createCategory(container, { title: 'Hemden' });
    const tag = await createTag(container, { title: 'Handloom' });
    const file = csv(
      header,
      'a,A,HAAT weavers,Apparel > Saris & Stoles,Ignored,"handloom, unheard of",1',
      'b,B,Nobody,,hemden,"unheard of",1',
      'c,C,nobody,Elsewhere,,"Unheard Of, Handloom",1',
    );
    const done = await importFile(http, file);
    expect(done).toMatchObject({ created: 3, failed: 0, issues: 3 });
    expect((await problems(http, done.id)).map((line) => line.split(',').slice(0, 3).join())).toEqual([
      '2,a,Tags',
      '3,b,Vendor',
      '4,c,Product Category',
    ]);
    expect(await productOf('a')).toMatchObject({
      brandId: brand.id,
      primaryCategoryId: category.id,
      categories: [{ id: category.id }],
      tags: [{ id: tag.id }],
    });
    expect(await productOf('b')).toMatchObject({ brandId: null, primaryCategoryId: shirts.id, tags: [] });
    expect(await productOf('c')).toMatchObject({
      brandId: null,
      primaryCategoryId: null,
      tags: [{ id: tag.id }],
    });

    const state = await snapshot(container, vendor.vendorId);
    expect(await importFile(http, file)).toMatchObject({ unchanged: 3, updated: 0 });
    expect(await snapshot(container, vendor.vendorId)).toBe(state);
    // What the marketplace gets later is found by the same file.
    await createBrand(container, { title: 'Nobody' });
    expect(await importFile(http, file)).toMatchObject({ unchanged: 1, updated: 2 });
  });

  it('are changed and cleared by a file that speaks of them', async () => {
    const { container } = platform;
    const [item, two] = [await createCategory(container), await createCategory(container)];
    const tag = await createTag(container);
    await importFile(http, csv(header, `a,A,,${item.title},,${tag.title},1`));
    await importFile(http, csv(header, `a,A,,${two.title},,,1`));
    expect(await productOf('a')).toMatchObject({
      primaryCategoryId: two.id,
      categories: [{ id: two.id }],
      tags: [],
    });
    await importFile(http, csv(header, 'a,A,,,,,1'));
    expect(await productOf('a')).toMatchObject({ primaryCategoryId: null, categories: [] });
  });
});

describe('identity', () => {
  it('is the handle, apart from the slug, and a vendor’s own', async () => {
    await createProduct(platform.container, vendor.vendorId, { slug: 'lamp' });
    const file = csv('Handle,Title,Variant Price', 'Lamp,Lamp,1');
    await importFile(http, file);
    expect(await productOf('lamp')).toMatchObject({ title: 'Lamp', slug: 'lamp-2' });
    const other = await createVendor(platform.container);
    expect(await importFile(platform.http.as(other.token), file)).toMatchObject({ created: 1 });
    expect(await importFile(http, file)).toMatchObject({ unchanged: 1 });
  });

  it('of a deleted product makes a new one, and a note says so', async () => {
    const file = csv('Handle,Title,Variant SKU,Variant Price', 'lamp,Lamp,L,1');
    await importFile(http, file);
    const old = await productOf('lamp');
    await http.delete(`/vendor/products/${old.id}`);
    const done = await importFile(http, file);
    expect(done).toMatchObject({ created: 1, failed: 0, issues: 1 });
    expect((await problems(http, done.id))[0]).toMatch(
      /^2,lamp,Handle,A product of this handle was deleted on \d{4}-\d\d-\d\d/,
    );
    const fresh = await productOf('lamp');
    expect(fresh).toMatchObject({ slug: old.slug, title: 'Lamp' });
    expect(fresh.id).not.toBe(old.id);
    const row = (await platform.container.knex('products').where({ id: old.id }).first('deletedAt')) as {
      deletedAt: Date;
    };
    expect(row.deletedAt).toBeInstanceOf(Date);
  });
});
