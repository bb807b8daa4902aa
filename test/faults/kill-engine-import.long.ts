import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../_support/eventually.js';
import { holdUpdates } from '../_support/gate.js';
import { type OwnEngine, startOwnEngine } from '../_support/own-engine.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';
import { startWorkerProcess, type WorkerProcess } from '../_support/worker-process.js';
import { productCsv } from '../product-imports/fixtures/generate-products.js';
import { ended, type ImportResponse, upload } from '../product-imports/import-shop.js';

const PRODUCTS = 800;
const VARIANTS = 4;

let engine: OwnEngine;
let platform: TestPlatform;
let worker: WorkerProcess;

beforeAll(async () => {
  engine = await startOwnEngine();
  platform = await startPlatform({
    environment: { TEMPORAL_ADDRESS: engine.address, TEMPORAL_NAMESPACE: engine.namespace },
  });
  worker = await startWorkerProcess(platform.container.config, 'core,indexing,relay');
});
afterAll(async () => {
  await worker.kill();
  await platform.stop();
  await engine.remove();
});

describe('an engine and a relay that are killed in the middle of an import', () => {
  it('come back to an import that ends with everything once', async () => {
    const { container } = platform;
    const vendor = await createVendor(container);
    const http = platform.http.as(vendor.token);
    const rows = productCsv({ products: PRODUCTS, variantsPerProduct: VARIANTS, seed: 11 });
    const middle = await holdUpdates(
      container.config.DATABASE_URL,
      'product_imports',
      `new.rows_read > ${(PRODUCTS * VARIANTS) / 2}`,
    );
    const { data } = await upload(http, Buffer.concat(await rows.toArray()));
    await eventually(async () => {
      const { body } = await http.get<ImportResponse>(`/vendor/product-imports/${data.id}`);
      expect(body.data.rows).toBeGreaterThan(0);
    });
    await engine.kill();
    await worker.kill();
    await middle.open();
    await engine.start();
    await platform.startWorkers(['core', 'indexing', 'relay']);
    expect(await ended(http, data.id)).toMatchObject({
      status: 'completed',
      rows: PRODUCTS * VARIANTS,
      created: PRODUCTS,
      updated: 0,
      failed: 0,
    });
    const { rows: counted } = await container.knex.raw<{ rows: Record<string, number>[] }>(
      `select (select count(*) from products) as products, (select count(*) from products_variants) as variants,
         (select sum(on_hand) from inventory_levels)::int as pieces,
         (select sum(on_hand_delta) from inventory_movements)::int as moved`,
    );
    expect(counted[0]).toMatchObject({ products: PRODUCTS, variants: PRODUCTS * VARIANTS });
    expect(counted[0]?.['moved']).toBe(counted[0]?.['pieces']);
  });
});
