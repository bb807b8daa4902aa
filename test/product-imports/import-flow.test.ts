import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { importProgressQuery } from '#workflows/product-imports/product-imports.contract.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { shopFiles } from '../_support/shop-files.js';
import { ended, type ImportResponse, importFile, problems, snapshot, upload } from './import-shop.js';

let platform: TestPlatform;
let vendor: TestVendor;
let http: HttpClient;

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'indexing', 'relay'] });
});
afterAll(() => platform.stop());

/** Each test has its own vendor. */
async function newShop(): Promise<void> {
  vendor = await createVendor(platform.container);
  http = platform.http.as(vendor.token);
}

const header =
  'Handle,Title,Vendor,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Tracker,Variant Inventory Qty,Image Src';
const csv = (...lines: string[]) => [header, ...lines, ''].join('\n');

interface Row {
  slug: string;
  title: string;
  [column: string]: unknown;
}

const products = async () =>
  (await platform.container
    .knex('products')
    .where({ vendorId: vendor.vendorId })
    .whereNull('deletedAt')
    .orderBy('id')) as Row[];

const variants = async () =>
  (await platform.container
    .knex('products_variants as v')
    .join('inventory_levels as l', 'l.variantId', 'v.id')
    .where('v.vendorId', vendor.vendorId)
    .orderBy(['v.productId', 'v.sortOrder'])
    .select('v.*', 'l.onHand', 'l.trackInventory')) as Row[];

describe('an import', () => {
  it('is accepted at once, runs as a visible workflow, and tells what it did', async () => {
    await newShop();
    const file = csv(
      'kurta,Indigo Kurta,,,Size,S,K-S,999.50,shopify,5,https://images.example.com/k.jpg',
      'lamp,Brass Lamp,,,Title,Default Title,L-1,450,,0,',
      'kurta,,,,,M,K-M,1099,shopify,3,https://images.example.com/k2.jpg',
    );
    const accepted = await upload(http, file, 'दीवाली.csv');
    expect(accepted).toMatchObject({
      status: 202,
      data: { fileName: 'दीवाली.csv', fileSize: Buffer.byteLength(file) },
    });
    const { id } = accepted.data;
    expect(await ended(http, id)).toMatchObject({
      status: 'completed',
      rows: 3,
      created: 2,
      updated: 0,
      unchanged: 0,
      failed: 0,
      issues: 0,
      bytesRead: Buffer.byteLength(file),
      error: null,
    });

    expect(await products()).toMatchObject([
      {
        handle: 'kurta',
        slug: 'kurta',
        title: 'Indigo Kurta',
        status: 'active',
        publishedAt: expect.any(Date),
        thumbnail: 'https://images.example.com/k.jpg',
        images: ['https://images.example.com/k.jpg', 'https://images.example.com/k2.jpg'],
      },
      { handle: 'lamp', slug: 'lamp', title: 'Brass Lamp', thumbnail: null },
    ]);
    expect(await variants()).toMatchObject([
      { sku: 'K-S', price: 99_950, onHand: 5, trackInventory: true, importedQuantity: 5, sortOrder: 0 },
      { sku: 'K-M', price: 109_900, onHand: 3, trackInventory: true, sortOrder: 1 },
      { sku: 'L-1', price: 45_000, onHand: 0, trackInventory: false, optionValueIds: [] },
    ]);
    const page = await http.get<{ inStock: boolean }>('/store/products/slug/kurta');
    expect(page.body.data).toMatchObject({ options: [{ name: 'Size' }], inStock: true, priceStart: 99_950 });

    const { gateway, storage, knex } = platform.container;
    const workflowId = `product-imports-run-${id}`;
    expect(await gateway.query(workflowId, importProgressQuery)).toMatchObject({ done: true, rowsRead: 3 });
    const run = await gateway.client.workflow.getHandle(workflowId).describe();
    expect(run.searchAttributes).toMatchObject({ VendorId: [vendor.vendorId] });
    expect(await run.staticSummary()).toBe('Import दीवाली.csv');
    await gateway.client.workflow.getHandle(workflowId).result();
    // Of the file and what was remembered of it nothing stays.
    expect(await storage.exists(`imports/${vendor.vendorId}/${id}.csv`)).toBe(false);
    expect(await knex('product_imports_products').where({ importId: id })).toEqual([]);
    const events = (await knex('outbox_events').where({ entityId: id }).orderBy('id')) as { type: string }[];
    expect(events).toMatchObject([
      { type: 'product-imports.requested', actor: { id: vendor.userId } },
      {
        type: 'catalog.products.imported',
        actor: { id: vendor.userId },
        payload: { vendorId: vendor.vendorId, productIds: (await products()).map((row) => row['id']) },
      },
    ]);
  });

  it('of the same file again writes nothing', async () => {
    await newShop();
    const file = readFileSync(join(import.meta.dirname, 'fixtures', 'old-headers.csv'));
    const first = await importFile(http, file);
    expect(first.status).toBe('completed');
    expect(first.created).toBeGreaterThan(0);
    const before = await snapshot(platform.container, vendor.vendorId);
    const second = await importFile(http, file);
    expect(second).toMatchObject({
      status: 'completed',
      created: 0,
      updated: 0,
      unchanged: first.created,
      rows: first.rows,
      failed: first.failed,
    });
    expect(await snapshot(platform.container, vendor.vendorId)).toBe(before);
    expect(await problems(http, second.id)).toEqual(await problems(http, first.id));
  });

  it('takes a row apart from the rest when it is bad, and says where and why', async () => {
    await newShop();
    const done = await importFile(
      http,
      csv(
        'kurta,Kurta,,,Size,S,K-S,999,,,',
        'kurta,,,,,M,K-M,ask us,,,',
        'kurta,,,,,L,K-L,899,,,',
        'lamp,,,,,,L-1,450,,,',
        'lamp,,,,,,L-2,460,,,',
        'bowl,Bowl,,,,,B-1,"=1,2",,,',
        ',Nameless,,,,,N-1,1,,,',
      ),
    );
    expect(done).toMatchObject({ status: 'completed', rows: 7, created: 1, failed: 5 });
    const lines = await problems(http, done.id);
    expect(lines.map((line) => line.split(',').slice(0, 3).join())).toEqual([
      '3,kurta,Variant Price',
      '5,lamp,Title',
      '6,lamp,Handle',
      '7,bowl,Variant Price',
      '8,,Handle',
    ]);
    expect((await variants()).map(({ sku }) => sku)).toEqual(['K-S', 'K-L']);
    const response = await http.raw('GET', `/vendor/product-imports/${done.id}/errors`);
    expect(response.headers.get('content-disposition')).toContain('errors of products.csv');
    expect(Buffer.from(await response.arrayBuffer()).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  });

  it('counts what did not go in as failed, and what was left out of the rest as notes', async () => {
    await newShop();
    const file = [
      'Handle,Title,Status,Type,Variant Price,Image Src',
      'kurta,Kurta,active,Unheard of,999,nowhere',
      'lamp,Lamp,active,,,https://images.example.com/l.jpg',
      'draft,Draft,draft,,,',
      'bowl,Bowl,active,,ask us,',
      '',
    ].join('\n');
    const done = await importFile(http, file);
    expect(done).toMatchObject({ status: 'completed', created: 3, failed: 1, notes: 3, issues: 4 });
    const lines = await problems(http, done.id);
    expect(lines.map((line) => line.split(',').slice(0, 3).join())).toEqual([
      '2,kurta,Image Src',
      '2,kurta,Type',
      '3,lamp,Variant Price',
      '5,bowl,Variant Price',
    ]);
    // The second time the notes are the same.
    expect(await importFile(http, file)).toMatchObject({ unchanged: 3, failed: 1, notes: 3 });
  });

  it('names the column of a cell that is not UTF-8', async () => {
    await newShop();
    const file = Buffer.concat([
      Buffer.from('Handle,Title,Variant Price\na,Caf'),
      Buffer.from([0xe9]),
      Buffer.from(',1\n'),
    ]);
    const done = await importFile(http, file);
    expect(done).toMatchObject({ rows: 1, failed: 1 });
    expect((await problems(http, done.id))[0]).toMatch(/^2,,Title,.*UTF-8/);
  });

  it.each(shopFiles())('takes the file %s of a shop system, twice', async (_name, path) => {
    await newShop();
    const file = readFileSync(path);
    const first = await importFile(http, file);
    expect(first).toMatchObject({ status: 'completed', failed: 0, updated: 0 });
    expect(await products()).toHaveLength(first.created);
    const before = await snapshot(platform.container, vendor.vendorId);
    const second = await importFile(http, file);
    expect(second).toMatchObject({ status: 'completed', created: 0, updated: 0, unchanged: first.created });
    expect(await snapshot(platform.container, vendor.vendorId)).toBe(before);
  });

  it('goes through a file of many batches as if it were one, rows of a product apart', async () => {
    await newShop();
    const first = Array.from({ length: 700 }, (_, n) => `p-${n},Product ${n},,,Size,S,A-${n},10,shopify,1,`);
    const later = Array.from({ length: 700 }, (_, n) => `p-${n},,,,,M,B-${n},12,shopify,2,`);
    const file = csv(...first, ...later);
    const done = await importFile(http, file);
    expect(done).toMatchObject({
      status: 'completed',
      rows: 1_400,
      created: 700,
      updated: 0,
      unchanged: 0,
      failed: 0,
    });
    const rows = await variants();
    expect(rows).toHaveLength(1_400);
    expect(rows.slice(0, 2)).toMatchObject([
      { sku: 'A-0', sortOrder: 0 },
      { sku: 'B-0', sortOrder: 1 },
    ]);
    const before = await snapshot(platform.container, vendor.vendorId);
    expect(await importFile(http, file)).toMatchObject({ unchanged: 700, created: 0, updated: 0 });
    expect(await snapshot(platform.container, vendor.vendorId)).toBe(before);
  });
});

describe('what is no import', () => {
  it('is refused with a reason, and nothing stays', async () => {
    await newShop();
    for (const [file, reason] of [
      ['', 'it is empty'],
      ['Name,Price\nA,1\n', 'its first line has no column "Handle" or "URL handle"'],
      [new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), 'it is a spreadsheet or zip archive'],
      [new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0]), 'it is a gzip archive'],
      ['Handle,Title,title\na,A,B\n', 'two of its columns are named "title"'],
    ] as const) {
      const response = await upload(http, file);
      expect(response).toMatchObject({ status: 400, errorCode: 'VALIDATION_ERROR' });
      expect(response.message).toContain(reason);
    }
    const form = new FormData();
    form.append('something', 'else');
    expect((await http.raw('POST', '/vendor/products/import', { body: form })).status).toBe(400);
    expect((await http.post('/vendor/products/import', {})).status).toBe(415);
    for (const field of ['file', 'other']) {
      const two = new FormData();
      two.append('file', new Blob([csv('a,A,,,,,,1,,,')]), 'one.csv');
      two.append(field, new Blob([csv('b,B,,,,,,1,,,')]), 'two.csv');
      const refused = await http.raw('POST', '/vendor/products/import', { body: two });
      expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('only file')]);
    }
    expect((await http.get<ImportResponse[]>('/vendor/product-imports')).body.data).toEqual([]);
    const kept: string[] = [];
    for await (const { key } of platform.container.storage.list(`imports/${vendor.vendorId}/`))
      kept.push(key);
    expect(kept).toEqual([]);
  });

  it('belongs to its vendor', async () => {
    await newShop();
    const done = await importFile(http, csv('a,A,,,,,,1,,,'));
    const listed = await http.get<ImportResponse[]>('/vendor/product-imports?filters[]=status:eq:completed');
    expect(listed.body).toMatchObject({ data: [{ id: done.id }], metadata: { total: 1 } });
    const stranger = platform.http.as((await createVendor(platform.container)).token);
    for (const path of [`/vendor/product-imports/${done.id}`, `/vendor/product-imports/${done.id}/errors`]) {
      expect((await stranger.get(path)).status).toBe(404);
    }
    expect((await stranger.get<ImportResponse[]>('/vendor/product-imports')).body.data).toEqual([]);
  });
});
