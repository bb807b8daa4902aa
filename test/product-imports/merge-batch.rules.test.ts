import { describe, expect, test } from '@jest/globals';
import type { CatalogVariant } from '#domain/product-imports/catalog-product.js';
import type { PartVariant, ProductPart } from '#domain/product-imports/import-batch.js';
import { mergeBatch, type SkuHolder } from '#domain/product-imports/merge-batch.js';
import { countOutcomes, nextOutcome } from '#domain/product-imports/product-import.js';
import { resolveColumns } from '#domain/product-imports/product-columns.js';
import type { StoredProduct } from '#domain/product-imports/stored-product.js';

const columns = resolveColumns(['Handle', 'Title', 'SKU', 'Option1 value']);

function part(
  handle: string,
  variants: PartVariant[],
  fields: ProductPart['fields'] = { title: handle },
): ProductPart {
  return { handle, firstRow: variants[0]?.row ?? 1, fields, optionNames: ['Size'], variants, images: [] };
}

const row = (number: number, value: string, sku: string): PartVariant => ({
  row: number,
  optionValues: [value],
  sku,
  price: 1,
});

function variant(id: string, value: string, sku: string | null): CatalogVariant {
  return {
    id,
    optionValues: [value],
    sku,
    barcode: null,
    hsnCode: null,
    gstRate: null,
    gstExempt: false,
    price: 1,
    specialPrice: null,
    weight: null,
    trackInventory: false,
    allowBackorder: false,
    quantity: null,
    thumbnail: null,
  };
}

function stored(handle: string, ...variants: CatalogVariant[]): StoredProduct {
  return {
    id: `id-${handle}`,
    handle,
    thumbnail: null,
    publishedAt: null,
    options: [],
    variants: new Map(),
    catalog: {
      title: handle,
      description: null,
      brand: null,
      productType: null,
      category: null,
      tags: [],
      status: 'active',
      visibility: 'public',
      metaTitle: null,
      metaDescription: null,
      optionNames: ['Size'],
      variants,
      images: [],
    },
  };
}

function merge(parts: ProductPart[], products: StoredProduct[]) {
  const holders: SkuHolder[] = products.flatMap(({ id: productId, catalog }) =>
    catalog.variants.flatMap(({ sku }) =>
      sku === null ? [] : [{ sku, productId, productTitle: catalog.title }],
    ),
  );
  const byHandle = new Map(products.map((product) => [product.handle, product]));
  const result = mergeBatch(parts, byHandle, holders, columns);
  const skus = Object.fromEntries(
    result.merged.map(({ handle, product }) => [handle, product.variants.map(({ sku }) => sku)]),
  );
  return { skus, rows: result.errors.map(({ row: number }) => number).sort(), rejected: result.rejected };
}

describe('a SKU within a batch', () => {
  test('goes from one product to another that is in the same batch', () => {
    const a = stored('a', variant('1', 'S', 'X'));
    const done = merge([part('a', [row(1, 'S', 'Y')]), part('b', [row(2, 'S', 'X')])], [a]);
    expect(done).toEqual({ skus: { a: ['Y'], b: ['X'] }, rows: [], rejected: [] });
  });

  test('stays with a variant that nobody spoke of', () => {
    const a = stored('a', variant('1', 'S', 'X'));
    const done = merge([part('a', [row(1, 'M', 'Y')]), part('b', [row(2, 'S', 'X'), row(3, 'M', 'Z')])], [a]);
    expect(done).toEqual({ skus: { a: ['X', 'Y'], b: ['Z'] }, rows: [2], rejected: [] });
  });

  test('stays with a product outside of the batch, and takes along what leans on it', () => {
    const outside = stored('outside', variant('1', 'S', 'X'));
    const a = stored('a', variant('2', 'S', 'Y'));
    // Row 1 may not have X, so that the variant keeps Y, which row 2 then may not have either.
    const done = merge(
      [part('a', [row(1, 'S', 'X')]), part('b', [row(2, 'S', 'Y'), row(3, 'M', 'Z')])],
      [outside, a],
    );
    expect(done).toEqual({ skus: { a: ['Y'], b: ['Z'] }, rows: [1, 2], rejected: [] });
  });

  test('costs a new product everything when none of its variants can be had', () => {
    const outside = stored('outside', variant('1', 'S', 'X'));
    expect(merge([part('b', [row(2, 'S', 'X')])], [outside])).toEqual({
      skus: {},
      rows: [2],
      rejected: ['b'],
    });
  });
});

test('rows of a product that was deleted meanwhile are told of one by one', () => {
  const done = merge([part('gone', [row(5, 'S', 'X'), row(6, 'M', 'Y')], null)], []);
  expect(done).toEqual({ skus: {}, rows: [5, 6], rejected: [] });
});

test('what an import did to a product is counted once, however many parts it had', () => {
  expect(nextOutcome(null, 'unchanged')).toBe('unchanged');
  expect(nextOutcome('unchanged', 'updated')).toBe('updated');
  expect(nextOutcome('created', 'updated')).toBe('created');
  const changes = [
    { before: null, after: 'created' as const },
    { before: 'unchanged' as const, after: 'updated' as const },
    { before: 'created' as const, after: 'created' as const },
    { before: null, after: null },
  ];
  expect(countOutcomes(changes)).toEqual({ productsCreated: 1, productsUpdated: 1, productsUnchanged: -1 });
});
