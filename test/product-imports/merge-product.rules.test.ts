import { describe, expect, test } from '@jest/globals';
import { canonicalProduct } from '#domain/product-imports/canonical-product.js';
import type { CatalogProduct, CatalogVariant } from '#domain/product-imports/catalog-product.js';
import type { ProductPart } from '#domain/product-imports/import-batch.js';
import { mergeProduct } from '#domain/product-imports/merge-product.js';
import { resolveColumns } from '#domain/product-imports/product-columns.js';

const columns = resolveColumns(['Handle', 'Title', 'SKU', 'Option1 value']);

function part(said: Partial<ProductPart>): ProductPart {
  return {
    handle: 'shirt',
    firstRow: 1,
    fields: { title: 'Shirt' },
    optionNames: ['Size'],
    variants: [],
    images: [],
    ...said,
  };
}

const stored: CatalogVariant = {
  id: 'v1',
  optionValues: ['S'],
  sku: 'S-1',
  barcode: null,
  hsnCode: '6109',
  gstRate: null,
  gstExempt: false,
  price: 1000,
  specialPrice: 800,
  weight: 200,
  trackInventory: true,
  allowBackorder: false,
  quantity: 5,
  thumbnail: null,
};

const product: CatalogProduct = {
  title: 'Shirt',
  description: 'Soft',
  brand: null,
  productType: null,
  category: null,
  tags: ['cotton'],
  status: 'draft',
  visibility: 'private',
  metaTitle: null,
  metaDescription: null,
  optionNames: ['Size'],
  variants: [stored],
  images: ['a', 'b'],
};

function merge(existing: CatalogProduct | null, said: Partial<ProductPart>) {
  const merged = mergeProduct(existing, part(said), columns);
  if (merged === null) throw new Error('nothing was merged');
  return merged;
}

describe('the product', () => {
  test('a new one without further statements is active and public', () => {
    expect(merge(null, {}).product).toEqual({
      ...product,
      description: null,
      tags: [],
      status: 'active',
      visibility: 'public',
      variants: [],
      images: [],
    });
  });

  test('what the file does not speak of stays, a blank clears', () => {
    expect(merge(product, { fields: { title: 'Shirt' } }).product).toEqual(product);
    const cleared = merge(product, { fields: { title: 'Shirt', description: null, tags: [] } }).product;
    expect(cleared).toMatchObject({ description: null, tags: [] });
  });

  test('a later part does not touch its fields', () => {
    expect(merge(product, { fields: null }).product).toEqual(product);
  });

  test('there is nothing to merge a later part of a deleted product into', () => {
    expect(mergeProduct(null, part({ fields: null }), columns)).toBeNull();
  });

  test('pictures: new ones at the end; the part with the first row and all of them sets the order', () => {
    const images = (...urls: string[]) => urls.map((url) => ({ url, position: null, alt: null }));
    expect(merge(product, { images: images('c') }).product.images).toEqual(['a', 'b', 'c']);
    expect(merge(product, { images: images('c', 'b', 'a') }).product.images).toEqual(['c', 'b', 'a']);
    expect(merge(product, { fields: null, images: images('c', 'b', 'a') }).product.images).toEqual([
      'a',
      'b',
      'c',
    ]);
  });
});

describe('variants', () => {
  test('are found by their options whatever the case, keep their id, and change only where the file speaks', () => {
    const { product: merged } = merge(product, { variants: [{ row: 1, optionValues: ['s'], quantity: 9 }] });
    expect(merged.variants).toEqual([{ ...stored, quantity: 9 }]);
  });

  test('are added when new, and stay when the file does not name them', () => {
    const { product: merged } = merge(product, { variants: [{ row: 2, optionValues: ['M'], price: 900 }] });
    expect(merged.variants).toHaveLength(2);
    expect(merged.variants[1]).toMatchObject({
      optionValues: ['M'],
      price: 900,
      sku: null,
      trackInventory: false,
    });
    expect(merged.variants[1]).not.toHaveProperty('id');
  });

  test('are found by their SKU when their options changed', () => {
    const { product: merged } = merge(product, {
      variants: [{ row: 1, optionValues: ['Small'], sku: 'S-1' }],
    });
    expect(merged.variants).toEqual([{ ...stored, optionValues: ['Small'] }]);
  });

  test('of a product that got a second option are found by their SKU', () => {
    const said = {
      optionNames: ['Size', 'Colour'],
      variants: [{ row: 1, optionValues: ['S', 'Red'], sku: 'S-1' }],
    };
    const { product: merged } = merge(product, said);
    expect(merged).toMatchObject({
      optionNames: ['Size', 'Colour'],
      variants: [{ id: 'v1', optionValues: ['S', 'Red'] }],
    });
  });

  test('one spelling for one option value and one name', () => {
    const two = { optionNames: ['SIZE', 'Colour'] };
    const variants = [
      { row: 1, optionValues: ['s', 'Red'] },
      { row: 2, optionValues: ['M', 'red'] },
    ];
    const { product: merged } = merge(product, { ...two, variants });
    expect(merged.optionNames).toEqual(['Size', 'Colour']);
    expect(merged.variants.slice(1).map(({ optionValues }) => optionValues)).toEqual([
      ['S', 'Red'],
      ['M', 'Red'],
    ]);
  });

  test('a special price that is no longer below the price goes', () => {
    const said = (fields: { price?: number; specialPrice?: number | null }) =>
      merge(product, { variants: [{ row: 1, optionValues: ['S'], ...fields }] }).product.variants[0];
    expect(said({ price: 900 })).toMatchObject({ price: 900, specialPrice: 800 });
    expect(said({ price: 800 })).toMatchObject({ price: 800, specialPrice: null });
    expect(said({ price: 900, specialPrice: null })).toMatchObject({ price: 900, specialPrice: null });
  });

  test('a SKU of another stored variant costs the row', () => {
    const { product: merged, errors } = merge(product, {
      variants: [
        { row: 2, optionValues: ['M'], sku: 'S-2' },
        { row: 3, optionValues: ['S'], sku: 'S-3' },
        { row: 4, optionValues: ['L'], sku: 'S-3x' },
      ],
    });
    expect(errors).toEqual([]);
    const again = merge(merged, { variants: [{ row: 2, optionValues: ['M'], sku: 'S-3' }] });
    expect(again.product).toEqual(merged);
    expect(again.errors).toEqual([
      {
        row: 2,
        handle: 'shirt',
        column: 'SKU',
        reason: 'The SKU "S-3" belongs to another variant of this product (S).',
        skips: 'variant',
      },
    ]);
  });

  test('SKUs may be swapped, and a refused row takes those along that lean on it', () => {
    const three = {
      ...product,
      variants: ['S', 'M', 'L'].map((value) => ({
        ...stored,
        id: value,
        optionValues: [value],
        sku: `sku-${value}`,
      })),
    };
    const swapped = merge(three, {
      variants: [
        { row: 1, optionValues: ['S'], sku: 'sku-M' },
        { row: 2, optionValues: ['M'], sku: 'sku-S' },
      ],
    });
    expect(swapped.errors).toEqual([]);
    expect(swapped.product.variants.map(({ sku }) => sku)).toEqual(['sku-M', 'sku-S', 'sku-L']);

    const chain = merge(three, {
      variants: [
        { row: 1, optionValues: ['S'], sku: 'sku-M' },
        { row: 2, optionValues: ['M'], sku: 'sku-L' },
      ],
    });
    expect(chain.errors.map(({ row }) => row).sort()).toEqual([1, 2]);
    expect(chain.product).toEqual(three);
  });

  test('a file without option columns means a variant by its SKU, or the only one of a product without options', () => {
    const plain = { ...product, optionNames: [], variants: [{ ...stored, optionValues: [] }] };
    const said = { optionNames: null, variants: [{ row: 1, optionValues: [], quantity: 1 }] };
    expect(merge(plain, said).product.variants).toEqual([{ ...stored, optionValues: [], quantity: 1 }]);

    const bySku = { optionNames: null, variants: [{ row: 1, optionValues: [], sku: 'S-1', quantity: 1 }] };
    expect(merge(product, bySku).product).toEqual({ ...product, variants: [{ ...stored, quantity: 1 }] });

    const unknown = merge(product, said);
    expect(unknown.product).toEqual(product);
    expect(unknown.errors).toMatchObject([{ row: 1, column: 'Option1 value', skips: 'variant' }]);
  });
});

describe('the canonical text', () => {
  test('does not depend on keys in order, ids, rows, tags in order, or fields that say nothing', () => {
    const { id: _id, ...withoutId } = stored;
    const reordered = Object.fromEntries(Object.entries({ ...product, variants: [withoutId] }).reverse());
    expect(canonicalProduct(reordered as unknown as CatalogProduct)).toBe(canonicalProduct(product));
    const tagged = (tags: string[]) => canonicalProduct({ ...product, tags });
    expect(tagged(['b', 'a'])).toBe(tagged(['a', 'b']));

    const item = part({ variants: [{ row: 4, optionValues: ['S'], sku: undefined, price: 1 }], firstRow: 4 });
    const two = part({ variants: [{ row: 9, price: 1, optionValues: ['S'] }], firstRow: 9 });
    expect(canonicalProduct(item)).toBe(canonicalProduct(two));
  });

  test('depends on everything else', () => {
    const base = canonicalProduct(product);
    expect(canonicalProduct({ ...product, title: 'shirt' })).not.toBe(base);
    expect(canonicalProduct({ ...product, images: ['b', 'a'] })).not.toBe(base);
    expect(canonicalProduct({ ...product, variants: [{ ...stored, price: 1001 }] })).not.toBe(base);
    expect(canonicalProduct(part({ fields: { title: 'A', brand: null } }))).not.toBe(
      canonicalProduct(part({ fields: { title: 'A' } })),
    );
  });
});
