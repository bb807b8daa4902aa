import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { holdUpdates } from '../_support/gate.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';
import { startWorkerProcess, type WorkerProcess } from '../_support/worker-process.js';
import { generatedAttributes, productCsv } from './fixtures/generate-products.js';
import { ended, type ImportResponse, upload } from './import-shop.js';

const PRODUCTS = 25_000;
const VARIANTS = 4;
const ROWS = PRODUCTS * VARIANTS;
/** Rows after which the worker is killed. */
const KILLS = [10_000, 30_000];

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

it('an import of 100,000 rows with attributes whose worker is killed twice assigns each product once', async () => {
  const { container } = platform;
  const admin = platform.http.as((await createSession(container, { roles: ['admin'] })).token);
  for (const { values, ...fields } of generatedAttributes) {
    const choices = values.length > 0 ? { values: values.map((value) => ({ value })) } : {};
    expect((await admin.post('/admin/product-attributes', { ...fields, ...choices })).status).toBe(201);
  }
  const vendor = await createVendor(container);
  const http = platform.http.as(vendor.token);
  const options = { products: PRODUCTS, variantsPerProduct: VARIANTS, seed: 11, attributes: true };
  const file = Buffer.concat((await productCsv(options).toArray()) as Buffer[]);
  const { data } = await upload(http, file);
  for (const rows of KILLS) {
    const gate = await holdUpdates(
      container.config.DATABASE_URL,
      'product_imports',
      `new.checkpoint_row >= ${rows}`,
    );
    await gate.reached();
    await worker.kill();
    await gate.open();
    worker = await startWorkerProcess(container.config, 'indexing');
  }
  expect(await ended(http, data.id)).toMatchObject({
    status: 'completed',
    rows: ROWS,
    created: PRODUCTS,
    updated: 0,
    unchanged: 0,
    failed: 0,
  } satisfies Partial<ImportResponse>);
  // The marketplace has no taxonomy: each name of the file that it does not know is reported once, kills or not.
  const { rows: reports } = await container.knex.raw<{ rows: { reason: string; times: number }[] }>(
    'select reason, count(*)::integer as times from product_imports_errors where import_id = ? group by reason',
    [data.id],
  );
  expect(reports.every(({ reason, times }) => times === 1 && /^The (brand|category|tag) /.test(reason))).toBe(
    true,
  );
  expect(reports.length).toBeGreaterThan(3);
  const { rows } = await container.knex.raw<{ rows: { code: string; given: number }[] }>(
    `select a.code, count(*) as given from products_attributes given
     join product_attributes a on a.id = given.attribute_id join products p on p.id = given.product_id
     where p.vendor_id = ? group by a.code order by a.code`,
    [vendor.vendorId],
  );
  // Four of five products have a value; of care a third of those have two.
  const assigned = Array.from({ length: PRODUCTS }, (_, product) => product).filter(
    (product) => product % 5 !== 4,
  );
  const twice = assigned.filter((product) => product % 3 === 0).length;
  expect(rows.map(({ code, given }) => [code, Number(given)])).toEqual([
    ['csv-care', assigned.length + twice],
    ['csv-colour', assigned.length],
    ['csv-weight', assigned.length],
  ]);
});
