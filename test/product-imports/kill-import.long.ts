import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { holdUpdates } from '../_support/gate.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';
import { startWorkerProcess, type WorkerProcess } from '../_support/worker-process.js';
import { productCsv } from './fixtures/generate-products.js';
import { ended, type ImportResponse, importFile, upload } from './import-shop.js';

const PRODUCTS = 1_000;
const VARIANTS = 4;
const ROWS = PRODUCTS * VARIANTS;
const BATCH = 500;

let platform: TestPlatform;
let worker: WorkerProcess;

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'relay'] });
  worker = await startWorkerProcess(platform.container.config, 'indexing');
});
afterAll(async () => {
  await worker.kill();
  await platform.stop();
});

/** What stands in the catalog of a vendor, and whether it agrees with itself. */
async function catalogOf(vendorId: string): Promise<Record<string, number>> {
  const { rows } = await platform.container.knex.raw<{ rows: Record<string, number>[] }>(
    `select (select count(*) from products where vendor_id = :vendorId) as products,
       (select count(*) from products_variants where vendor_id = :vendorId) as variants,
       (select count(distinct sku) from products_variants where vendor_id = :vendorId) as skus,
       (select sum(on_hand) from inventory_levels where vendor_id = :vendorId)::int as pieces,
       (select sum(on_hand_delta) from inventory_movements where vendor_id = :vendorId)::int as moved,
       (select count(*) from products_option_values v join products_options o on o.id = v.option_id
        join products p on p.id = o.product_id where p.vendor_id = :vendorId) as option_values,
       (select count(*) from outbox_events
        where type = 'catalog.products.imported' and payload ->> 'vendorId' = :vendorId::text) as batches`,
    { vendorId },
  );
  return rows[0] ?? {};
}

describe('a worker that is killed in the middle of an import', () => {
  it('is followed by one that goes on at the checkpoint, and nothing is there twice', async () => {
    const { container } = platform;
    const vendor = await createVendor(container);
    const http = platform.http.as(vendor.token);
    const file = Buffer.concat(
      await productCsv({
        products: PRODUCTS,
        variantsPerProduct: VARIANTS,
        seed: 7,
        badProductEvery: 100,
      }).toArray(),
    );
    // In the middle of its third batch, however quick it is and however late this process hears of it.
    const third = await holdUpdates(
      container.config.DATABASE_URL,
      'product_imports',
      `new.checkpoint_row >= ${3 * BATCH}`,
    );
    const { data } = await upload(http, file);
    const state = async () =>
      (await http.get<ImportResponse>(`/vendor/product-imports/${data.id}`)).body.data;
    await third.reached();
    await worker.kill();
    await third.open();

    const stopped = await state();
    expect(stopped).toMatchObject({ status: 'running', rows: 2 * BATCH });
    const before = await catalogOf(vendor.vendorId);
    expect(before['batches']).toBe(stopped.rows / BATCH);

    await platform.startWorkers(['indexing']);
    expect(await ended(http, data.id)).toMatchObject({
      status: 'completed',
      rows: ROWS,
      created: PRODUCTS,
      updated: 0,
      unchanged: 0,
      failed: PRODUCTS / 100,
      bytesRead: file.length,
    });
    const after = await catalogOf(vendor.vendorId);
    expect(after['batches']).toBe(ROWS / BATCH);
    expect(after['moved']).toBe(after['pieces']);

    // The same file without an accident comes to the same.
    const lucky = await createVendor(container);
    const smooth = await importFile(platform.http.as(lucky.token), file);
    expect(smooth).toMatchObject({ status: 'completed', created: PRODUCTS });
    expect(await catalogOf(lucky.vendorId)).toEqual(after);
  });
});
