import { describe, expect, test } from '@jest/globals';
import { mapProductRow } from '#domain/product-imports/map-product-row.js';
import { longTextSchema, textSchema } from '#api/kernel/values.js';
import { columnLabel, resolveColumns } from '#domain/product-imports/product-columns.js';

const first = { Handle: 'shirt', Title: 'Shirt' };

function issuesOf(cells: Record<string, string>) {
  return mapProductRow({ ...first, ...cells }).issues;
}

describe('kinds of rows', () => {
  test.each([
    ['product', { Title: 'Shirt', 'Variant Price': '5' }],
    ['variant', { 'Option1 Value': 'M' }],
    ['variant', { 'Variant Price': '5', 'Image Src': 'https://x.example/a.jpg' }],
    ['image', { 'Image Src': 'https://x.example/a.jpg', 'Variant Inventory Qty': '0', 'Variant Grams': '0' }],
    ['empty', { 'Variant Inventory Qty': '0' }],
  ])('%s', (kind, cells) => {
    expect(mapProductRow({ Handle: 'shirt', Title: '', ...cells }).kind).toBe(kind);
  });

  test('a handle is trimmed and its case does not matter', () => {
    expect(mapProductRow({ ...first, Handle: ' Blue-Shirt ' }).handle).toBe('blue-shirt');
  });
});

describe('the product', () => {
  test('a column that the file lacks says nothing, a blank cell clears', () => {
    const { product } = mapProductRow({ ...first, 'Body (HTML)': ' ', Tags: '' });
    expect(product).toMatchObject({ description: null, tags: [] });
    expect(product?.metaTitle).toBeUndefined();
    expect(product?.brand).toBeUndefined();
  });

  test('HTML stays as it was typed', () => {
    const html = '<p onclick="x()">A &amp; B</p>\n<script>1</script>';
    expect(mapProductRow({ ...first, Description: html }).product?.description).toBe(html);
  });

  test.each(['a\u000bb', 'a\u0085b', 'a\u2028b', 'a\nb', '\u000bab', 'ab\u0085'])(
    'a title, a tag, an option and an SKU of %j are refused, as the API does; a description is not',
    (text) => {
      for (const column of ['Title', 'Tags', 'Vendor', 'Option1 Value', 'SKU'])
        expect(issuesOf({ 'Option1 Name': 'Size', [column]: text })).toEqual([
          expect.objectContaining({ column, reason: expect.stringContaining('one line') }),
        ]);
      expect(issuesOf({ Description: text, Title: ' Shirt\n' })).toEqual([]);
      expect(textSchema(255).safeParse(text).success).toBe(false);
      expect(longTextSchema(255).safeParse(text).success).toBe(true);
    },
  );

  test('tags are split, trimmed and said once', () => {
    const { product } = mapProductRow({ ...first, Tags: ' Pot, Plants,, pot ,गमला' });
    expect(product?.tags).toEqual(['Pot', 'Plants', 'गमला']);
  });

  test.each([
    [{}, undefined, undefined],
    [{ Published: '' }, undefined, undefined],
    [{ Published: 'true' }, undefined, 'public'],
    [{ Published: 'FALSE' }, undefined, 'private'],
    [{ Published: 'TRUE', Status: 'Draft' }, 'draft', 'public'],
    [{ 'Published on online store': 'FALSE', Status: 'ACTIVE' }, 'active', 'private'],
    [{ Status: 'archived' }, 'archived', undefined],
    [{ Published: 'TRUE', Status: 'unlisted' }, 'active', 'private'],
  ])('%j', (cells, status, visibility) => {
    const { product, issues } = mapProductRow({ ...first, ...cells });
    expect([product?.status, product?.visibility]).toEqual([status, visibility]);
    expect(issues).toEqual([]);
  });

  test.each([
    [{ Title: 'x'.repeat(256) }, 'Title', /256 characters; at most 255/],
    [{ Status: 'sold' }, 'Status', /"sold" is not a status/],
    [{ Status: 'constructor' }, 'Status', /not a status/],
    [{ Published: 'maybe' }, 'Published', /neither TRUE nor FALSE/],
    [{ 'Gift Card': 'true' }, 'Gift Card', /Gift cards/],
  ])('%j costs the product', (cells, column, reason) => {
    expect(issuesOf(cells)).toEqual([{ column, reason: expect.stringMatching(reason), skips: 'product' }]);
  });
});

describe('the variant', () => {
  test.each([
    [{ 'Variant Price': '60' }, 6000, undefined],
    [{ 'Variant Price': '60', 'Variant Compare At Price': '' }, 6000, null],
    [{ 'Variant Price': '42.99', 'Variant Compare At Price': '44.99' }, 4499, 4299],
    [{ 'Variant Price': '60', 'Variant Compare At Price': '60.00' }, 6000, null],
    [{ 'Variant Price': '60', 'Variant Compare At Price': '0.00' }, 6000, null],
    [{ 'Variant Price': '', 'Variant Compare At Price': '' }, undefined, undefined],
    [{ Price: '1', 'Compare-at price': '2' }, 200, 100],
  ])('price of %j', (cells, price, specialPrice) => {
    const { variant, issues } = mapProductRow({ ...first, 'Variant SKU': 'a', ...cells });
    expect([variant?.price, variant?.specialPrice]).toEqual([price, specialPrice]);
    expect(issues).toEqual([]);
  });

  test('stock: tracker, policy, quantity', () => {
    const cells = {
      'Variant Inventory Tracker': '',
      'Variant Inventory Policy': 'deny',
      'Variant Inventory Qty': '3',
    };
    expect(mapProductRow({ ...first, ...cells }).variant).toMatchObject({
      trackInventory: false,
      allowBackorder: false,
      quantity: 3,
    });
    const newer = { 'Inventory tracker': 'shopify', 'Continue selling when out of stock': 'CONTINUE' };
    expect(mapProductRow({ ...first, ...newer }).variant).toMatchObject({
      trackInventory: true,
      allowBackorder: true,
    });
    const flag = { 'Continue selling when out of stock': 'TRUE' };
    expect(mapProductRow({ ...first, ...flag }).variant?.allowBackorder).toBe(true);
  });

  test('stock below zero comes as none, with a note', () => {
    const { variant, issues } = mapProductRow({ ...first, 'Inventory quantity': '-3' });
    expect(variant?.quantity).toBe(0);
    expect(issues).toEqual([
      { column: 'Inventory quantity', reason: expect.stringContaining('(-3)'), skips: 'nothing' },
    ]);
  });

  test('weight is grams whatever the unit shown', () => {
    const cells = { 'Variant Grams': '28', 'Variant Weight Unit': 'oz' };
    expect(mapProductRow({ ...first, ...cells }).variant?.weight).toBe(28);
    expect(mapProductRow({ ...first, 'Variant Grams': '0' }).variant?.weight).toBeNull();
    expect(mapProductRow({ ...first, 'Variant Grams': '', SKU: 'a' }).variant?.weight).toBeNull();
    expect(mapProductRow({ ...first, SKU: 'a' }).variant?.weight).toBeUndefined();
  });

  test('codes: apostrophes go, blank clears, a number shortened by a spreadsheet is left out', () => {
    const cells = { SKU: "'007", Barcode: '', 'HSN Code': ' 6109 ' };
    expect(mapProductRow({ ...first, ...cells }).variant).toMatchObject({
      sku: '007',
      barcode: null,
      hsnCode: '6109',
    });
    const { variant, issues } = mapProductRow({ ...first, Barcode: '8.90123E+12' });
    expect(variant?.barcode).toBeUndefined();
    expect(issues).toMatchObject([{ column: 'Barcode', skips: 'nothing' }]);
  });

  test.each([
    [{ 'Variant Price': 'ask' }, 'Variant Price'],
    [{ Price: '-1' }, 'Price'],
    [{ 'Variant Price': '5', 'Variant Compare At Price': 'x' }, 'Variant Compare At Price'],
    [{ 'Variant Price': '', 'Variant Compare At Price': '5' }, 'Variant Compare At Price'],
    [{ 'Variant Inventory Qty': '1.5' }, 'Variant Inventory Qty'],
    [{ 'Variant Grams': '-5' }, 'Variant Grams'],
    [{ 'Variant Inventory Policy': 'maybe' }, 'Variant Inventory Policy'],
    [{ 'HSN Code': '1'.repeat(33) }, 'HSN Code'],
    [{ 'Variant SKU': 's'.repeat(256) }, 'Variant SKU'],
  ])('%j costs the variant', (cells, column) => {
    expect(issuesOf(cells)).toEqual([{ column, reason: expect.stringMatching(/\.$/), skips: 'variant' }]);
  });
});

describe('the picture', () => {
  test('address, position and description', () => {
    const cells = {
      'Image Src': 'https://x.example/a.jpg',
      'Image Position': '2',
      'Image Alt Text': 'Front',
    };
    expect(mapProductRow({ ...first, ...cells }).image).toEqual({
      url: 'https://x.example/a.jpg',
      position: 2,
      alt: 'Front',
    });
  });

  test('a bad address costs the picture only, a bad position nothing', () => {
    expect(issuesOf({ 'Image Src': 'a.jpg' })).toMatchObject([{ column: 'Image Src', skips: 'image' }]);
    const cells = { 'Product image URL': 'https://x.example/a.jpg', 'Image position': 'front' };
    expect(mapProductRow({ ...first, ...cells })).toMatchObject({
      image: { position: null },
      issues: [{ column: 'Image position', skips: 'nothing' }],
    });
  });
});

test('both generations of header names lead to the same columns', () => {
  const old = resolveColumns([
    'Handle',
    'Body (HTML)',
    'Variant SKU',
    'Variant Grams',
    'Image Src',
    'Variant Image',
  ]);
  const newer = resolveColumns([
    'URL handle',
    'Description',
    'SKU',
    'Weight value (grams)',
    'Product image URL',
    'Variant image URL',
  ]);
  expect(Object.keys(newer)).toEqual(Object.keys(old));
  expect(columnLabel(newer, 'sku')).toBe('SKU');
  expect(columnLabel(newer, 'price')).toBe('Variant Price');
});
