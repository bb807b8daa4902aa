import { describe, expect, test } from '@jest/globals';
import { assembleProducts, MAX_IMAGES, MAX_VARIANTS } from '#domain/product-imports/assemble-products.js';
import { mapBatch, type AssembledBatch, type ProductMemory } from '#domain/product-imports/import-batch.js';
import { resolveColumns } from '#domain/product-imports/product-columns.js';

const headers = [
  'Handle',
  'Title',
  'Option1 Name',
  'Option1 Value',
  'Option2 Name',
  'Option2 Value',
  'SKU',
  'Price',
  'Image Src',
  'Image Position',
];
const columns = resolveColumns(headers);

type Cells = Partial<Record<(typeof headers)[number], string>>;

function assemble(rows: Cells[], { from = 1, earlier = [] as AssembledBatch[] } = {}): AssembledBatch {
  const blank = Object.fromEntries(headers.map((name) => [name, '']));
  const records = rows.map((cells, index) => ({
    row: from + index,
    record: { ...blank, ...cells } as Record<string, string>,
  }));
  const batch = mapBatch(records, columns);
  const products = new Map<string, ProductMemory>();
  const skuRows = new Map<string, number>();
  for (const { memory, skus } of earlier) {
    for (const product of memory) products.set(product.handle, product);
    for (const { sku, row } of skus) skuRows.set(sku, row);
  }
  return assembleProducts(batch.rows, columns, { products, skuRows });
}

const shirt = { Handle: 'shirt', Title: 'Shirt', 'Option1 Name': 'Size', 'Option1 Value': 'S', Price: '5' };
const size = (value: string, cells: Cells = {}) => ({
  Handle: 'shirt',
  'Option1 Value': value,
  Price: '5',
  ...cells,
});
const picture = (name: string, position = '') => ({
  'Image Src': `https://x.example/${name}.jpg`,
  'Image Position': position,
});

describe('rows of a handle are one product', () => {
  test('also when handle, options and SKUs have names that mean something to the language', () => {
    const names = ['__proto__', 'constructor', 'prototype'];
    const rows = names.flatMap((Handle) =>
      names.map((name) => ({ ...shirt, Handle, 'Option1 Value': name, SKU: `${Handle} ${name}` })),
    );
    const { products, errors } = assemble([...rows.slice(0, 1), ...rows]);
    expect(errors.map(({ row }) => row)).toEqual([2]);
    expect(
      products.map(({ handle, variants }) => [handle, variants.map((item) => item.optionValues[0])]),
    ).toEqual(names.map((name) => [name, names]));
  });

  test('also when other products stand between them', () => {
    const { products, errors } = assemble([shirt, { Handle: 'cap', Title: 'Cap' }, size('M'), size('L')]);
    expect(errors).toEqual([]);
    expect(
      products.map(({ handle, variants }) => [
        handle,
        variants.map(({ row, optionValues }) => [row, ...optionValues]),
      ]),
    ).toEqual([
      [
        'shirt',
        [
          [1, 'S'],
          [3, 'M'],
          [4, 'L'],
        ],
      ],
      ['cap', []],
    ]);
  });

  test('and when a batch ends between them', () => {
    const item = assemble([shirt]);
    const two = assemble([size('M', picture('m'))], { from: 2, earlier: [item] });
    expect(item.products[0]).toMatchObject({ firstRow: 1, fields: { title: 'Shirt' } });
    expect(two.products).toMatchObject([
      {
        firstRow: 1,
        fields: null,
        optionNames: ['Size'],
        variants: [{ row: 2, optionValues: ['M'] }],
        images: [{}],
      },
    ]);
    expect(two.memory).toMatchObject([
      { handle: 'shirt', combinations: { '["s"]': 1, '["m"]': 2 }, images: 1 },
    ]);
    expect(item.memory).toMatchObject([{ combinations: { '["s"]': 1 } }]);
  });

  test('any cut into batches gives the same variants and the same errors', () => {
    const rows: Cells[] = [
      { ...shirt, SKU: 'a' },
      size('M', { SKU: 'a' }),
      { Handle: 'cap', Title: 'Cap', Price: 'free' },
      size('s'),
      { Handle: 'cap', 'Option1 Value': 'Red' },
      size('M', { SKU: 'b', ...picture('m') }),
      { Handle: 'mug', Title: 'Mug', Price: '3', SKU: 'b' },
      { Handle: '' },
      size('L', { Price: 'x', ...picture('l') }),
      { Handle: 'tin', Title: 'Tin', Price: '2', SKU: 'c' },
    ];
    const gather = (batches: AssembledBatch[]) => ({
      errors: batches.flatMap(({ errors }) => errors),
      failed: batches.reduce((sum, { failedRows }) => sum + failedRows, 0),
      variants: batches
        .flatMap(({ products }) =>
          products.flatMap(({ handle, variants }) =>
            variants.map((v) => `${v.row} ${handle} ${v.optionValues}`),
          ),
        )
        .sort(),
      images: batches.flatMap(({ products }) => products.flatMap(({ images }) => images)),
    });
    const whole = gather([assemble(rows)]);
    expect(whole.variants).toEqual(['1 shirt S', '10 tin ', '6 shirt M']);
    expect(whole.failed).toBe(7);
    for (let batchSize = 1; batchSize < rows.length; batchSize += 1) {
      const batches: AssembledBatch[] = [];
      for (let at = 0; at < rows.length; at += batchSize) {
        batches.push(assemble(rows.slice(at, at + batchSize), { from: at + 1, earlier: batches }));
      }
      expect(gather(batches)).toEqual(whole);
    }
  });
});

describe('what a bad row costs', () => {
  test('a bad variant costs that variant; its picture stays', () => {
    const { products, errors, failedRows } = assemble([
      shirt,
      size('M', { Price: 'x', ...picture('m') }),
      size('L'),
    ]);
    expect(products[0]?.variants.map(({ optionValues }) => optionValues[0])).toEqual(['S', 'L']);
    expect(products[0]?.images).toHaveLength(1);
    expect(errors).toEqual([
      {
        row: 2,
        handle: 'shirt',
        column: 'Price',
        reason: expect.stringContaining('not a price'),
        skips: 'variant',
      },
    ]);
    expect(failedRows).toBe(1);
  });

  test('a bad first row costs the product and all its rows, near and far', () => {
    const item = assemble([{ ...shirt, Price: 'x' }, size('M')]);
    const two = assemble([size('L'), { ...shirt, Price: '5' }], { from: 3, earlier: [item] });
    expect([...item.products, ...two.products]).toEqual([]);
    expect([...item.errors, ...two.errors].map(({ row, column, skips }) => [row, column, skips])).toEqual([
      [1, 'Price', 'product'],
      [2, 'Handle', 'row'],
      [3, 'Handle', 'row'],
      [4, 'Handle', 'row'],
    ]);
    expect(two.errors[0]?.reason).toMatch(/\(row 1\) was rejected/);
    expect(two.failedRows).toBe(2);
  });

  test('a first row without a title is a bad one', () => {
    const { products, errors } = assemble([size('M'), shirt]);
    expect(products).toEqual([]);
    expect(errors[0]).toMatchObject({ row: 1, column: 'Title', skips: 'product' });
  });

  test('but only a bad picture is left out', () => {
    const { products, errors, failedRows } = assemble([{ ...shirt, 'Image Src': 'nowhere' }]);
    expect(products[0]).toMatchObject({ variants: [{ row: 1 }], images: [] });
    expect(errors).toMatchObject([{ row: 1, column: 'Image Src', skips: 'image' }]);
    expect(failedRows).toBe(0);
  });

  test('rows without a handle, with one too long, or with nothing to say', () => {
    const { products, errors } = assemble([
      { Title: 'Lost' },
      { ...shirt, Handle: 'h'.repeat(256) },
      shirt,
      { Handle: 'shirt' },
    ]);
    expect(products).toHaveLength(1);
    expect(errors.map(({ row, column, skips }) => [row, column, skips])).toEqual([
      [1, 'Handle', 'row'],
      [2, 'Handle', 'row'],
      [4, 'Handle', 'row'],
    ]);
  });

  test('an unreadable row is passed on with its reason', () => {
    const { rows } = mapBatch([{ row: 7, error: 'The quotation marks do not match.' }], columns);
    expect(assembleProducts(rows, columns)).toMatchObject({
      errors: [{ row: 7, handle: '', column: '', reason: 'The quotation marks do not match.', skips: 'row' }],
      failedRows: 1,
      products: [],
    });
  });

  test('another title for the same handle is noted, the same one is not', () => {
    const again = size('M', { Title: 'Shirt' });
    const { errors, failedRows } = assemble([shirt, again, size('L', { Title: 'Trousers' })]);
    expect(errors).toEqual([
      {
        row: 3,
        handle: 'shirt',
        column: 'Title',
        reason: expect.stringContaining('Row 1'),
        skips: 'nothing',
      },
    ]);
    expect(failedRows).toBe(0);
  });

  test('columns of the product are not read on later rows', () => {
    const rows = mapBatch(
      [
        { row: 1, record: { Handle: 'a', Title: 'A', Status: 'active' } },
        { row: 2, record: { Handle: 'a', Title: 'A', Status: 'nonsense' } },
      ],
      resolveColumns(['Handle', 'Title', 'Status']),
    ).rows;
    expect(assembleProducts(rows, resolveColumns(['Handle', 'Title', 'Status'])).errors).toEqual([]);
  });
});

describe('duplicates', () => {
  test('of an option combination, whatever the case', () => {
    const { products, errors } = assemble([shirt, size('M'), size('m')]);
    expect(products[0]?.variants).toHaveLength(2);
    expect(errors).toMatchObject([
      { row: 3, skips: 'variant', reason: expect.stringMatching(/m is already in row 2/) },
    ]);
  });

  test('of a SKU within the file, also of another product and an earlier batch', () => {
    const item = assemble([{ ...shirt, SKU: 'A-1' }]);
    const two = assemble(
      [size('M', { SKU: 'A-1' }), { Handle: 'cap', Title: 'Cap', Price: '1', SKU: 'A-1' }],
      {
        from: 2,
        earlier: [item],
      },
    );
    expect(two.products).toEqual([]);
    expect(two.errors).toMatchObject([
      { row: 2, column: 'SKU', skips: 'variant', reason: expect.stringContaining('row 1') },
      { row: 3, column: 'SKU', skips: 'product' },
    ]);
  });

  test('a SKU of a rejected row is free for the next', () => {
    const { errors } = assemble([shirt, size('M', { SKU: 'a', Price: 'x' }), size('L', { SKU: 'a' })]);
    expect(errors.map(({ row }) => row)).toEqual([2]);
  });

  test('a picture counts once', () => {
    const { products } = assemble([
      { ...shirt, ...picture('a', '2') },
      { Handle: 'shirt', ...picture('a', '1') },
    ]);
    expect(products[0]?.images).toHaveLength(1);
  });
});

describe('options', () => {
  test.each([
    [{ 'Option1 Name': 'Title', 'Option1 Value': 'Default Title' }],
    [{ 'Option1 Name': 'title', 'Option1 Value': 'default title' }],
    [{ 'Option1 Name': '', 'Option1 Value': 'Default Title' }],
    [{ 'Option1 Name': '', 'Option1 Value': '' }],
  ])('%j means none', (cells) => {
    const { products, errors } = assemble([{ Handle: 'mug', Title: 'Mug', Price: '3', ...cells }]);
    expect(errors).toEqual([]);
    expect(products[0]).toMatchObject({ optionNames: [], variants: [{ optionValues: [] }] });
  });

  test('a product without options has one variant', () => {
    const { errors } = assemble([
      { Handle: 'mug', Title: 'Mug', Price: '3' },
      { Handle: 'mug', Price: '4' },
    ]);
    expect(errors).toMatchObject([
      { row: 2, skips: 'variant', reason: expect.stringContaining('no options') },
    ]);
  });

  test('an option may really be called Title', () => {
    const { products } = assemble([{ ...shirt, 'Option1 Name': 'Title', 'Option1 Value': 'Mr' }]);
    expect(products[0]).toMatchObject({ optionNames: ['Title'], variants: [{ optionValues: ['Mr'] }] });
  });

  test('names without values on the first row are the options of the rows to come', () => {
    const { products, errors } = assemble([
      { Handle: 'shirt', Title: 'Shirt', 'Option1 Name': 'Size' },
      size('M'),
    ]);
    expect(errors).toEqual([]);
    expect(products[0]).toMatchObject({ optionNames: ['Size'], variants: [{ row: 2 }] });
  });

  test.each([
    [{ 'Option1 Name': '', 'Option1 Value': 'S' }, 'Option1 Name', /without a name/],
    [{ 'Option1 Value': '' }, 'Option1 Value', /needs a value for the option "Size"/],
    [{ 'Option2 Name': 'size', 'Option2 Value': 'x' }, 'Option2 Name', /Two options/],
    [{ 'Option1 Name': '', 'Option1 Value': '', 'Option2 Name': 'Colour' }, 'Option2 Name', /before it/],
    [{ 'Option1 Name': 'x'.repeat(256) }, 'Option1 Name', /longer/],
    [{ 'Option1 Value': 'x'.repeat(256) }, 'Option1 Value', /longer/],
  ])('%j on the first row costs the product', (cells, column, reason) => {
    const { errors, products } = assemble([{ ...shirt, ...cells }]);
    expect(errors).toMatchObject([{ column, skips: 'product', reason: expect.stringMatching(reason) }]);
    expect(products).toEqual([]);
  });

  test.each([
    [{ 'Option1 Name': 'Colour' }, 'Option1 Name', /calls this option "Size"/],
    [{ 'Option2 Value': 'Red' }, 'Option2 Value', /no option 2/],
    [{ 'Option1 Value': '' }, 'Option1 Value', /needs a value/],
  ])('%j on a later row costs the variant', (cells, column, reason) => {
    const { errors } = assemble([shirt, size('M', cells)]);
    expect(errors).toMatchObject([
      { row: 2, column, skips: 'variant', reason: expect.stringMatching(reason) },
    ]);
  });

  test('the name may be repeated in another case', () => {
    expect(assemble([shirt, size('M', { 'Option1 Name': 'SIZE' })]).errors).toEqual([]);
  });
});

test('pictures stand by position, then by row', () => {
  const only = (name: string, position: string) => ({ Handle: 'shirt', ...picture(name, position) });
  const { products } = assemble([
    { ...shirt, ...picture('c', '3') },
    only('x', ''),
    only('a', '1'),
    only('y', ''),
  ]);
  expect(products[0]?.images.map(({ url }) => url.at(-5))).toEqual(['a', 'c', 'x', 'y']);
});

test('a product is bounded, so that what is remembered of it is', () => {
  const variants = Array.from({ length: MAX_VARIANTS + 1 }, (_, n) => size(`size ${n}`));
  const pictures = Array.from({ length: MAX_IMAGES + 1 }, (_, n) => ({
    Handle: 'shirt',
    ...picture(`p${n}`),
  }));
  const { products, errors } = assemble([shirt, ...variants, ...pictures]);
  expect(products[0]?.variants).toHaveLength(MAX_VARIANTS);
  expect(products[0]?.images).toHaveLength(MAX_IMAGES);
  expect(errors.map(({ skips }) => skips)).toEqual(['variant', 'variant', 'image']);
});
