import { describe, expect, test } from '@jest/globals';
import { attributeColumns } from '#domain/product-imports/attribute-columns.js';
import type { ProductPart, ImportedAttribute } from '#domain/product-imports/import-batch.js';
import { type ImportAttribute, readAttributes } from '#domain/product-imports/read-attributes.js';
import { settleAttributes, type UniqueHolder } from '#domain/product-imports/settle-attributes.js';
import type { StoredProduct } from '#domain/product-imports/stored-product.js';

test.each([
  ['Colour (product.metafields.shopify.color_pattern)', 'color-pattern'],
  ['Weight (g) (product.metafields.custom.Net-Weight)', 'net-weight'],
  ['Attribute: fabric', 'fabric'],
  ['ATTRIBUTE:Thread_Count', 'thread-count'],
  ['Attribute:', undefined],
  ['Attributes', undefined],
  ['Colour (variant.metafields.shopify.color)', undefined],
])('the header %j names the attribute %j', (header, code) => {
  expect(attributeColumns([header]).map((column) => column.code)).toEqual(code === undefined ? [] : [code]);
});

test('of two headers for one code the first counts', () => {
  const columns = attributeColumns(['Title', 'Attribute: care', 'Care (product.metafields.custom.care)']);
  expect(columns).toEqual([{ code: 'care', header: 'Attribute: care' }]);
});

const part = (handle: string, said: Partial<ProductPart>): ProductPart => ({
  handle,
  firstRow: 1,
  fields: { title: handle },
  optionNames: null,
  variants: [],
  images: [],
  ...said,
});

describe('reading a cell', () => {
  const attribute = (type: ImportAttribute['type']): ImportAttribute => ({
    id: type,
    code: type,
    title: `The ${type}`,
    type,
    isUnique: false,
    valueIds: new Map([
      ['red', 'id-red'],
      ['blue', 'id-blue'],
    ]),
  });

  function read(type: ImportAttribute['type'], text: string) {
    const attributes = [{ code: type, column: 'Attribute', text }];
    const item = part('a', { fields: { title: 'A', attributes } });
    const { parts, notes } = readAttributes([item], new Map([[type, attribute(type)]]));
    const values = parts[0]?.attributes?.[0]?.values;
    return values?.map(({ valueId, value, canonical }) => valueId ?? [value, canonical]) ?? notes[0]?.reason;
  }

  test.each([
    ['select', 'RED', ['id-red']],
    ['multi_select', ' Blue; red ;blue', ['id-blue', 'id-red']],
    ['text', 'by hand; cold', [['by hand; cold', 'by hand; cold']]],
    ['number', '12.50', [['12.50', '12.5']]],
    ['boolean', 'Yes', [['true', 'true']]],
    ['boolean', 'no', [['false', 'false']]],
    ['number', '', []],
  ] as const)('of a %s with %j', (type, text, values) => {
    expect(read(type, text)).toEqual(values);
  });

  test.each([
    ['select', 'red;blue', 'The select takes one value.'],
    ['multi_select', 'red; green', '"green" is not a value of The multi_select.'],
    ['number', '12,5', '"12,5" is not a number.'],
    ['boolean', 'perhaps', '"perhaps" is neither TRUE nor FALSE.'],
    ['text', 'x'.repeat(256), 'A value has at most 255 characters.'],
  ] as const)('of a %s with %.20j is left out with a note', (type, text, reason) => {
    expect(read(type, text)).toContain(reason);
    expect(read(type, text)).toContain('The attribute was left out.');
  });
});

describe('unique values', () => {
  const isbn = (value: string): ImportedAttribute => ({
    attributeId: 'isbn',
    column: 'ISBN',
    title: 'ISBN',
    values: [{ valueId: null, value, canonical: value, uniqueValue: value }],
  });
  const stored = (...handles: string[]) =>
    new Map(handles.map((handle) => [handle, { id: handle, catalog: {} } as StoredProduct]));
  const held = (uniqueValue: string, productId: string): UniqueHolder => ({
    attributeId: 'isbn',
    uniqueValue,
    productId,
  });

  function settle(wanted: Record<string, string>, holders: UniqueHolder[], known: string[]) {
    const parts = Object.entries(wanted).map(([handle, value]) =>
      part(handle, { attributes: [isbn(value)] }),
    );
    const { parts: kept, notes } = settleAttributes(parts, stored(...known), holders);
    expect(notes).toHaveLength(kept.filter(({ attributes }) => attributes?.length === 0).length);
    return kept.filter(({ attributes }) => attributes?.length === 1).map(({ handle }) => handle);
  }

  test('go to the first product of the file that names them', () => {
    expect(settle({ a: '1', b: '1', c: '2' }, [], [])).toEqual(['a', 'c']);
  });

  test('stay with a product outside of the file', () => {
    expect(settle({ a: '1', b: '2' }, [held('1', 'elsewhere')], [])).toEqual(['b']);
  });

  test('stay with the product of the file that has them, whatever the order', () => {
    expect(settle({ a: '1', b: '1' }, [held('1', 'b')], ['b'])).toEqual(['b']);
  });

  test('may be swapped', () => {
    expect(settle({ a: '2', b: '1' }, [held('1', 'a'), held('2', 'b')], ['a', 'b'])).toEqual(['a', 'b']);
  });

  test('an attribute that is left out takes those along that lean on it', () => {
    // c keeps 3, because 9 is held elsewhere; so b keeps 2, and a cannot have it.
    const holders = [held('1', 'a'), held('2', 'b'), held('3', 'c'), held('9', 'elsewhere')];
    expect(settle({ a: '2', b: '3', c: '9' }, holders, ['a', 'b', 'c'])).toEqual([]);
  });
});

test('a cell cannot clear what the group of the product requires', () => {
  const clear: ImportedAttribute = { attributeId: 'care', column: 'Care', title: 'Care', values: [] };
  const assignment = { attributeId: 'care' } as never;
  const product = {
    id: 'a',
    assignments: [assignment],
    requiredAttributeIds: ['care'],
    catalog: {},
  } as unknown as StoredProduct;
  const { parts, notes } = settleAttributes(
    [part('a', { attributes: [clear] })],
    new Map([['a', product]]),
    [],
  );
  expect(parts[0]?.attributes).toEqual([]);
  expect(notes).toMatchObject([{ column: 'Care', skips: 'nothing' }]);
});
