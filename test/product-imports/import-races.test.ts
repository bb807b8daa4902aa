import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createProductImportsActivities } from '#activities/product-imports/product-imports.activities.js';
import { MockActivityEnvironment } from '@temporalio/testing';
import { eventually } from '../_support/eventually.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';
import { endlessFiles, UPLOADED_HEADER } from './endless-file.js';
import { productCsv } from './fixtures/generate-products.js';
import { ended, type ImportResponse, importFile, problems, snapshot, upload } from './import-shop.js';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'indexing', 'relay'] });
});
afterAll(() => platform.stop());

async function newShop() {
  const vendor = await createVendor(platform.container);
  return { ...vendor, http: platform.http.as(vendor.token) };
}

async function generated(seed: number, products: number, variantsPerProduct = 2): Promise<Buffer> {
  return Buffer.concat(await productCsv({ products, variantsPerProduct, seed }).toArray());
}

async function counts(vendorId: string): Promise<unknown> {
  const { rows } = await platform.container.knex.raw<{ rows: unknown[] }>(
    `select (select count(*) from products where vendor_id = :vendorId) as products,
       (select count(distinct handle) from products where vendor_id = :vendorId) as handles,
       (select count(*) from products_variants where vendor_id = :vendorId) as variants,
       (select sum(on_hand) from inventory_levels where vendor_id = :vendorId)
         = (select sum(on_hand_delta) from inventory_movements where vendor_id = :vendorId) as balanced`,
    { vendorId },
  );
  return rows[0];
}

describe('imports at the same time', () => {
  it('of the same file by one vendor make each product once', async () => {
    const shop = await newShop();
    const file = await generated(1, 600);
    const both = await Promise.all([importFile(shop.http, file), importFile(shop.http, file)]);
    expect(both.map(({ status, rows, failed }) => [status, rows, failed])).toEqual([
      ['completed', 1_200, 0],
      ['completed', 1_200, 0],
    ]);
    expect(both.reduce((sum, { created }) => sum + created, 0)).toBe(600);
    expect(await counts(shop.vendorId)).toEqual({
      products: 600,
      handles: 600,
      variants: 1_200,
      balanced: true,
    });
  });

  it('of the same handles by several vendors give each product a slug of its own', async () => {
    const file = await generated(2, 120);
    const shops = await Promise.all([newShop(), newShop(), newShop()]);
    const done = await Promise.all(shops.map(({ http }) => importFile(http, file)));
    expect(done.map(({ status, created, failed }) => [status, created, failed])).toEqual(
      Array(3).fill(['completed', 120, 0]),
    );
    const { rows } = await platform.container.knex.raw<{ rows: { n: number; slugs: number }[] }>(
      `select count(*) as n, count(distinct slug) as slugs from products where handle like 'product-2-%'`,
    );
    expect(rows).toEqual([{ n: 360, slugs: 360 }]);
  });

  it('of two files that want one SKU give it to one of them, and tell the other', async () => {
    const shop = await newShop();
    const lines = (prefix: string) =>
      [
        'Handle,Title,Variant SKU,Variant Price',
        ...Array.from({ length: 50 }, (_, n) => `${prefix}-${n},P,SKU-${n},1`),
        '',
      ].join('\n');
    const both = await Promise.all([importFile(shop.http, lines('x')), importFile(shop.http, lines('y'))]);
    expect(both.reduce((sum, { created }) => sum + created, 0)).toBe(50);
    expect(both.reduce((sum, { failed }) => sum + failed, 0)).toBe(50);
    const loser = both.find(({ failed }) => failed > 0);
    expect((await problems(shop.http, loser?.id ?? '')).join()).toContain(
      'belongs to another product of yours',
    );
  });
});

describe('the steps of an import', () => {
  it('do nothing when they are repeated', async () => {
    const { container } = platform;
    const shop = await newShop();
    const done = await importFile(shop.http, await generated(3, 20));
    const activities = createProductImportsActivities(container);
    const origin = { actor: { type: 'system' as const, id: 'test' }, requestId: 'test' };
    const input = { importId: done.id, origin };
    const environment = new MockActivityEnvironment();
    const before = [
      await snapshot(container, shop.vendorId),
      await shop.http.get(`/vendor/product-imports/${done.id}`),
    ];
    expect(await environment.run(activities.importProductRows, input)).toMatchObject({
      done: true,
      rowsRead: 40,
    });
    await environment.run(activities.endProductImport, { ...input, status: 'failed' as const, error: 'no' });
    await environment.run(activities.clearProductImport, input);
    const after = [
      await snapshot(container, shop.vendorId),
      await shop.http.get(`/vendor/product-imports/${done.id}`),
    ];
    expect((after[1] as { body: unknown }).body).toEqual((before[1] as { body: unknown }).body);
    expect(after[0]).toBe(before[0]);
  });

  it('stop behind the batch in hand when the run is cancelled, and the record says so', async () => {
    const { container } = platform;
    const shop = await newShop();
    const stopEndless = endlessFiles(container.storage);
    const { data } = await upload(shop.http, UPLOADED_HEADER);
    const state = async () =>
      (await shop.http.get<ImportResponse>(`/vendor/product-imports/${data.id}`)).body.data;
    const handle = container.gateway.client.workflow.getHandle(`product-imports-run-${data.id}`);
    try {
      await eventually(async () => expect((await state()).rows).toBeGreaterThan(0));
    } finally {
      await handle.cancel();
      stopEndless();
    }
    const end = await ended(shop.http, data.id);
    expect(end).toMatchObject({ status: 'cancelled', error: null });
    expect(end.rows % 500).toBe(0);
    await expect(handle.result()).rejects.toThrow();
    expect((await handle.describe()).status.name).toBe('CANCELLED');
    expect(await state()).toMatchObject({ rows: end.rows, created: end.created });
    expect(await container.storage.exists(`imports/${shop.vendorId}/${data.id}.csv`)).toBe(false);
  });

  it('fail with a reason when the file has gone', async () => {
    const { container } = platform;
    const shop = await newShop();
    const { storage } = container;
    const get = storage.get.bind(storage);
    storage.get = async () => null;
    try {
      const failed = await importFile(shop.http, await generated(5, 3));
      expect(failed).toMatchObject({
        status: 'failed',
        error: 'The uploaded file no longer exists',
        rows: 0,
      });
    } finally {
      storage.get = get;
    }
  });
});

describe('while the engine is known to be down', () => {
  it('an upload is refused before anything is written', async () => {
    const down = await startPlatform({ environment: { TEMPORAL_ADDRESS: '127.0.0.1:1' } });
    try {
      const { gateway, knex, storage } = down.container;
      const vendor = await createVendor(down.container);
      expect(await gateway.probe()).toBe(false);
      expect(await upload(down.http.as(vendor.token), await generated(6, 50))).toMatchObject({
        status: 503,
        errorCode: 'SERVICE_UNAVAILABLE',
      });
      expect(await knex('product_imports')).toEqual([]);
      expect(await knex('outbox_events')).toEqual([]);
      for await (const { key } of storage.list('imports/')) throw new Error(`${key} was stored`);
    } finally {
      await down.stop();
    }
  });
});
