import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from '@jest/globals';
import { errorFileHeader, errorFileRow } from '#domain/product-imports/error-file.js';
import { readProductRows } from '#integrations/product-files/product-rows.js';
import { csvLine } from './fixtures/csv-text.js';
import { productCsv } from './fixtures/generate-products.js';
import { importInMemory, type Catalog } from './fixtures/import-in-memory.js';
import { shopFiles } from '../_support/shop-files.js';

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name));

describe('a file with the older header names', () => {
  test('gives its products, and the reason for each row left out', async () => {
    const catalog: Catalog = new Map();
    const { errors, failedRows, rows } = await importInMemory(fixture('old-headers.csv'), catalog);
    expect(rows).toBe(6);
    expect(catalog.get('neela-kurta')).toEqual({
      title: 'नीला सूती कुर्ता',
      description: '<p>हाथ से बुना हुआ।</p>\n<p>Length 40" — wash cold</p>',
      brand: 'Haat Weavers',
      productType: 'Kurta',
      category: null,
      tags: ['cotton', 'handloom', 'festive'],
      status: 'active',
      visibility: 'public',
      metaTitle: 'Neela kurta',
      metaDescription: 'Handwoven cotton',
      optionNames: ['Size', 'Colour', 'Sleeve'],
      variants: [
        expect.objectContaining({
          optionValues: ['S', 'Blue', 'Long'],
          sku: 'KUR-S-BL',
          barcode: '8901234567890',
          hsnCode: '6109',
          price: 159_900,
          specialPrice: 129_900,
          weight: 320,
          trackInventory: true,
          allowBackorder: false,
          quantity: 12,
          thumbnail: 'https://images.example.com/neela-s.jpg',
        }),
        expect.objectContaining({ optionValues: ['M', 'Blue', 'Long'], allowBackorder: true, quantity: 0 }),
        expect.objectContaining({
          optionValues: ['L', 'Blue', 'Long'],
          price: 134_950,
          specialPrice: null,
          quantity: 0,
        }),
      ],
      images: [1, 2, 3].map((n) => `https://images.example.com/neela-${n}.jpg`),
    });
    expect(catalog.get('steel-bottle')).toMatchObject({
      brand: 'Copper & Co',
      visibility: 'private',
      optionNames: [],
      variants: [{ optionValues: [], weight: null, trackInventory: false, quantity: 7, hsnCode: null }],
    });
    expect(errors.map(({ row, column, skips }) => [row, column, skips])).toEqual([
      [5, 'Variant Inventory Qty', 'nothing'],
      [7, 'Variant Price', 'variant'],
    ]);
    expect(failedRows).toBe(1);
  });
});

describe('a file with the newer header names', () => {
  test('gives its products', async () => {
    const catalog: Catalog = new Map();
    const { errors } = await importInMemory(fixture('new-headers.csv'), catalog);
    expect(errors).toEqual([]);
    expect(catalog.get('neela-sattai')).toMatchObject({
      title: 'நீல சட்டை',
      description: '<p>Soft, "everyday" cotton</p>',
      category: 'Apparel & Accessories > Clothing > Shirts',
      productType: 'Shirt',
      optionNames: ['Size'],
      variants: [
        {
          sku: 'SAT-S',
          price: 99_900,
          specialPrice: 89_900,
          weight: 221,
          trackInventory: true,
          quantity: 25,
        },
        { sku: 'SAT-M', allowBackorder: true, thumbnail: 'https://images.example.com/sattai-m.jpg' },
      ],
    });
    expect(catalog.get('gift-tin')).toMatchObject({
      status: 'draft',
      visibility: 'private',
      optionNames: [],
    });
  });
});

describe('importing again', () => {
  const files = ['old-headers.csv', 'new-headers.csv'];

  test.each(files.flatMap((name) => [1, 2, 3, 500].map((size) => [name, size] as const)))(
    'the same file writes nothing and says the same of its errors: %s in batches of %i',
    async (name, batchSize) => {
      const catalog: Catalog = new Map();
      const first = await importInMemory(fixture(name), catalog, batchSize);
      const before = structuredClone(catalog);
      const again = await importInMemory(fixture(name), catalog, batchSize);
      expect(first.written.length).toBeGreaterThan(0);
      expect(again.written).toEqual([]);
      expect(again.errors).toEqual(first.errors);
      expect(catalog).toEqual(before);
    },
  );

  test('any file writes nothing the second time, whatever was there before and however it is cut', async () => {
    const header = [
      'Handle',
      'Title',
      'Tags',
      'Option1 Name',
      'Option1 Value',
      'SKU',
      'Price',
      'Image Src',
      'Image Position',
    ];
    const line = fc
      .record({
        handle: fc.constantFrom('a', 'b', 'c'),
        title: fc.constantFrom('', 'A', 'B'),
        tags: fc.constantFrom('', 'x, y', 'y,x'),
        option: fc.constantFrom('', 'Size', 'SIZE', 'Title'),
        value: fc.constantFrom('', 'S', 's', 'M', 'L', 'Default Title'),
        withSku: fc.boolean(),
        price: fc.constantFrom('', '5', '7.50', 'free'),
        image: fc.constantFrom('', '1', '2', '3', 'bad'),
        position: fc.constantFrom('', '1', '2', '3'),
      })
      .map(({ handle, title, tags, option, value, withSku, price, image, position }) => {
        const sku = withSku && value !== '' ? `${handle}-${value.toLowerCase()}` : '';
        const url = image === '' || image === 'bad' ? image : `https://x.example/${image}.jpg`;
        return csvLine([handle, title, tags, option, value, sku, price, url, position]);
      });
    const file = fc.array(line, { maxLength: 14 }).map((lines) => [csvLine(header), ...lines].join('\n'));

    await fc.assert(
      fc.asyncProperty(file, file, fc.integer({ min: 1, max: 15 }), async (before, now, batchSize) => {
        const catalog: Catalog = new Map();
        await importInMemory(before, catalog, batchSize);
        await importInMemory(now, catalog, batchSize);
        const stored = structuredClone(catalog);
        expect((await importInMemory(now, catalog, batchSize)).written).toEqual([]);
        expect(catalog).toEqual(stored);
      }),
      { numRuns: 150 },
    );
  });

  test('a changed cell writes its product only', async () => {
    const catalog: Catalog = new Map();
    await importInMemory(fixture('old-headers.csv'), catalog);
    const changed = fixture('old-headers.csv').toString().replace(',499,', ',479,');
    expect((await importInMemory(changed, catalog)).written).toEqual(['steel-bottle']);
    expect(catalog.get('steel-bottle')?.variants[0]?.price).toBe(47_900);
  });
});

describe('the generator of large files', () => {
  async function bytesOf(options: Parameters<typeof productCsv>[0]): Promise<Buffer> {
    return Buffer.concat(await productCsv(options).toArray());
  }

  test('gives the same bytes for the same seed, and sound products', async () => {
    const options = { products: 100, variantsPerProduct: 4, seed: 7 };
    const bytes = await bytesOf(options);
    expect(await bytesOf(options)).toEqual(bytes);
    expect(await bytesOf({ ...options, seed: 8 })).not.toEqual(bytes);

    const catalog: Catalog = new Map();
    const outcome = await importInMemory(bytes, catalog);
    expect(outcome).toMatchObject({ rows: 400, errors: [], failedRows: 0 });
    expect(catalog.size).toBe(100);
    expect([...catalog.values()].every(({ variants }) => variants.length === 4)).toBe(true);
    expect((await importInMemory(bytes, catalog)).written).toEqual([]);
  });

  test('bad products on request', async () => {
    const catalog: Catalog = new Map();
    const bytes = await bytesOf({ products: 20, variantsPerProduct: 2, seed: 1, badProductEvery: 5 });
    const { errors } = await importInMemory(bytes, catalog);
    expect(errors.map(({ row, column }) => [row, column])).toEqual(
      [11, 21, 31, 41].map((row) => [row, 'Variant Price']),
    );
  });

  test('what is held at once stays the same however long the file', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;

    async function peakOf(products: number): Promise<{ rows: number; peak: number }> {
      let rows = 0;
      let peak = 0;
      for await (const { row } of readProductRows(productCsv({ products, variantsPerProduct: 5, seed: 3 }))) {
        rows += 1;
        if (row % 2500 !== 0) continue;
        collectGarbage();
        const { heapUsed, external } = process.memoryUsage();
        peak = Math.max(peak, heapUsed + external);
      }
      return { rows, peak };
    }
    const small = await peakOf(1000);
    const large = await peakOf(3000);
    expect([small.rows, large.rows]).toEqual([5_000, 15_000]);
    expect(large.peak - small.peak).toBeLessThan(3 * 1024 * 1024);
  });
});

describe('files of shop systems', () => {
  test.each(shopFiles())('%s imports without an error, and again without a write', async (_name, path) => {
    const bytes = readFileSync(path);
    const catalog: Catalog = new Map();
    const { errors, rows } = await importInMemory(bytes, catalog, 7);
    expect(errors).toEqual([]);

    const table = parse(bytes, { columns: true, bom: true }) as Array<Record<string, string>>;
    expect(rows).toBe(table.length);
    expect([...catalog.keys()].sort()).toEqual([...new Set(table.map((row) => row['Handle']))].sort());
    const products = [...catalog.values()];
    expect(products.flatMap(({ variants }) => variants)).toHaveLength(
      table.filter((row) => row['Variant Price']).length,
    );
    expect(products.flatMap(({ images }) => images)).toHaveLength(
      table.filter((row) => row['Image Src']).length,
    );
    for (const row of table.filter(({ Title }) => Title)) {
      const product = catalog.get(row['Handle'] ?? '');
      expect(product).toMatchObject({
        title: row['Title']?.trim(),
        status: 'active',
        visibility: 'public',
      });
    }
    expect((await importInMemory(bytes, catalog, 7)).written).toEqual([]);
  });
});

describe('the file of errors', () => {
  test('reads back, and runs nothing in a spreadsheet', () => {
    const errors = [
      { row: 2, handle: '=cmd|calc', column: 'Variant Price', reason: '"₹5", a "price"' },
      { row: 3, handle: '@x', column: '+1', reason: '-1\nline' },
      { row: 4, handle: '\tx', column: '', reason: 'plain' },
    ];
    const rows = parse(errorFileHeader + errors.map(errorFileRow).join(''), { columns: true });
    expect(rows).toEqual([
      { row: '2', handle: "'=cmd|calc", column: 'Variant Price', reason: '"₹5", a "price"' },
      { row: '3', handle: "'@x", column: "'+1", reason: "'-1\nline" },
      { row: '4', handle: "'\tx", column: '', reason: 'plain' },
    ]);
  });
});
