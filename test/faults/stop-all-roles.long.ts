import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { holdUpdates } from '../_support/gate.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';
import { startWorkerProcess, type WorkerProcess } from '../_support/worker-process.js';
import { productCsv } from '../product-imports/fixtures/generate-products.js';
import { ended, type ImportResponse, upload } from '../product-imports/import-shop.js';

const PRODUCTS = 2_500;
const VARIANTS = 4;
const BATCH = 500;
const STOPS = 3;

let platform: TestPlatform;
let worker: WorkerProcess | undefined;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(async () => {
  await worker?.kill();
  await platform.stop();
});

/** One that has the workflows, too, with nobody beside it: as `npm start` runs it, and as one that is replaced. */
async function startWorker(): Promise<WorkerProcess> {
  worker = await startWorkerProcess(platform.container.config, 'core,documents,indexing,mail,search,relay');
  return worker;
}

it('a worker of all roles, stopped again and again in an import, passes on what it leaves off before it goes', async () => {
  const vendor = await createVendor(platform.container);
  const http = platform.http.as(vendor.token);
  // Each gets its signal to stop in the middle of its second batch, whichever is the slower.
  const hold = (rows: number) =>
    holdUpdates(platform.container.config.DATABASE_URL, 'product_imports', `new.rows_read > ${rows}`);
  let gate = await hold(BATCH);
  await startWorker();
  const file = await productCsv({ products: PRODUCTS, variantsPerProduct: VARIANTS, seed: 12 }).toArray();
  const { data } = await upload(http, Buffer.concat(file));
  const rows = async () =>
    (await http.get<ImportResponse>(`/vendor/product-imports/${data.id}`)).body.data.rows;
  for (let stop = 1; stop <= STOPS; stop += 1) {
    await gate.reached();
    expect(await worker?.terminate(gate.open)).toBe(0);
    const left = await rows();
    expect(left).toBeLessThan(PRODUCTS * VARIANTS);
    if (stop < STOPS) gate = await hold(left + BATCH);
    await startWorker();
  }
  expect(await ended(http, data.id)).toMatchObject({ status: 'completed', created: PRODUCTS });

  const handle = platform.container.gateway.client.workflow.getHandle(`product-imports-run-${data.id}`);
  const { events } = await handle.fetchHistory();
  const timedOut = (events ?? []).flatMap(
    ({ workflowTaskTimedOutEventAttributes: task, activityTaskTimedOutEventAttributes: activity }) =>
      task ?? activity ?? [],
  );
  expect(timedOut).toEqual([]);
});
