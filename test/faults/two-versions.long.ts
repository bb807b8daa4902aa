import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { provided } from '../_support/database.js';
import { eventually } from '../_support/eventually.js';
import { askForInvoices } from '../_support/invoices.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { startWorkerProcess, type WorkerProcess } from '../_support/worker-process.js';

const ORDERS = 24;

let platform: TestPlatform;
const folder = mkdtempSync(join(tmpdir(), 'haat-versions-'));
const workers: WorkerProcess[] = [];
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(async () => {
  for (const worker of workers) await worker.kill();
  await platform.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The next version of the invoices' workflow: it waits a moment before it begins, behind `patched`. */
function nextVersion(): string {
  const bundle = readFileSync(provided('TEST_WORKFLOW_BUNDLE'), 'utf8');
  const begin = /var renderInvoice\d* = \/\* @__PURE__ \*\/ __name\(async \(input\) => \{\n/;
  if (!begin.test(bundle)) throw new Error('The workflow renderInvoice is not in the bundle');
  const library = `require("@temporalio/workflow")`;
  const file = join(folder, 'next.js');
  const step = `if (${library}.patched("next")) await ${library}.sleep(50);\n`;
  writeFileSync(
    file,
    bundle.replace(begin, (found) => found + step),
  );
  return file;
}

async function ready(): Promise<number> {
  return (await platform.container.knex('invoices').where({ status: 'ready' }).pluck('id')).length;
}

it('two versions of the workers at once finish every run, and the new one alone does after the deploy', async () => {
  const { container, http } = platform;
  const { config } = container;
  const admin = http.as((await createSession(container, { roles: ['superAdmin'] })).token);
  workers.push(await startWorkerProcess(config, 'core,documents,relay'));
  const first = await createConfirmedOrder(container, { vendors: [{}] });
  const vendorId = first.subOrders[0]?.vendorId ?? '';
  const orders = [first];
  while (orders.length < ORDERS)
    orders.push(await createConfirmedOrder(container, { vendorIds: [vendorId] }));
  const request = async (from: number, to: number) => {
    for (const { orderId } of orders.slice(from, to)) await askForInvoices(admin, orderId);
  };

  // Runs of the old version, then of either, then of the new one.
  await request(0, ORDERS / 3);
  workers.push(await startWorkerProcess(config, 'core,documents,relay', { WORKFLOW_BUNDLE: nextVersion() }));
  await request(ORDERS / 3, (2 * ORDERS) / 3);
  expect(await workers[0]?.terminate()).toBe(0);
  await request((2 * ORDERS) / 3, ORDERS);
  await eventually(async () => expect(await ready()).toBe(ORDERS));

  const numbers = (await container.knex('invoices').orderBy('sequence').pluck('sequence')) as number[];
  expect(numbers).toEqual(Array.from({ length: ORDERS }, (_, index) => index + 1));
  // The new code was taken, and no run failed for it.
  const { workflow } = container.gateway.client;
  const last = orders.at(-1)?.subOrders[0]?.subOrderId ?? '';
  const { events = [] } = await workflow.getHandle(`invoices-render-${last}`).fetchHistory();
  expect(JSON.stringify(events)).toContain('core_patch');
  for await (const run of workflow.list({ query: `WorkflowType = 'renderInvoice'` }))
    expect(['COMPLETED', 'RUNNING']).toContain(run.status.name);
});
