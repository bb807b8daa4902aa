import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { engineMetrics } from '#runtime/metrics/engine-metrics.js';
import { ownMetrics } from '../../scripts/generated/metric-reference.js';
import { freePort } from '../../scripts/supervisor/ports.mjs';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { startWorkerProcess, type WorkerProcess } from '../_support/worker-process.js';
import { scrape } from './scrape.js';

let platform: TestPlatform;
let worker: WorkerProcess;
let url: string;

beforeAll(async () => {
  const port = await freePort();
  platform = await startPlatform();
  url = `http://127.0.0.1:${port}/metrics`;
  worker = await startWorkerProcess(platform.container.config, 'core,documents,relay,mail', {
    METRICS_PORT: String(port),
  });
});
afterAll(async () => {
  await worker.kill();
  await platform.stop();
});

/** The metric behind a series: histograms have three. */
const base = (name: string) => name.replace(/_(bucket|count|sum)$/, '');

it('a worker shows its own metrics and those of the engine at one address', async () => {
  const { container, http } = platform;
  const admin = http.as((await createSession(container, { roles: ['superAdmin'] })).token);
  const generate = async (orderId: string, subOrder: string) =>
    admin.post(`/admin/orders/${orderId}/vendors/${subOrder}/invoice/generate`);

  const fine = await createConfirmedOrder(container);
  await generate(fine.orderId, fine.subOrders[0]?.subOrderId ?? '');
  const broken = await createConfirmedOrder(container, { vendors: [{ gstin: null }] });
  await generate(broken.orderId, broken.subOrders[0]?.subOrderId ?? '');
  const open = await createConfirmedOrder(container, { status: 'pending_payment' });
  const before = await scrape(url);
  for (const outcome of ['sent', 'queued', 'failed', 'unclear'])
    expect(before.value('haat_mail_attempts_total', { outcome })).toBeGreaterThanOrEqual(0);
  expect(
    before.value('haat_relay_deliveries_total', { subscription: 'orders-follow', outcome: 'failed' }),
  ).toBe(0);
  const { client } = container.gateway;
  const input = { orderId: open.orderId, orderNumber: open.orderNumber, userId: open.orderId };
  const followed = await client.workflow.start('followOrder', {
    workflowId: `orders-follow-${open.orderId}`,
    taskQueue: 'core',
    args: [{ ...input, origin: { actor: { type: 'system', id: 'test' }, requestId: 'test' } }],
  });
  await followed.cancel();

  await eventually(async () => {
    const { samples, value } = await scrape(url);
    expect(value('haat_activity_duration_seconds_count', { activity: 'renderInvoiceDocument' })).toBe(1);
    const workflow_type = 'renderInvoice';
    expect(value('temporal_workflow_completed_total', { workflow_type })).toBe(1);
    expect(value('temporal_workflow_failed_total', { workflow_type })).toBe(1);
    expect(value('temporal_workflow_canceled_total', { workflow_type: 'followOrder' })).toBe(1);
    expect(value('haat_outbox_deliveries', { subscription: 'mail', state: 'parked' })).toBe(0);
    expect(value('nodejs_heap_size_used_bytes')).toBeGreaterThan(0);
    const shown = new Set(samples.map(({ name }) => base(name)));
    // No workflow task fails here.
    const unseen = ['temporal_workflow_task_execution_failed_total'];
    expect(Object.keys(engineMetrics).filter((name) => !shown.has(name))).toEqual(unseen);
  });
});

it('the dashboard asks for metrics that there are', () => {
  const file = join(import.meta.dirname, '..', '..', 'docs', 'grafana', 'haat.json');
  const { panels } = JSON.parse(readFileSync(file, 'utf8')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  const asked = panels
    .flatMap(({ targets = [] }) => targets)
    .flatMap(({ expr }) => expr.match(/\b(?:haat|temporal|nodejs|process)_\w+/g) ?? []);
  const defaults = new Registry();
  collectDefaultMetrics({ register: defaults });
  const known = new Map(
    [...ownMetrics(), ...(defaults.getMetricsAsArray() as unknown as { name: string }[])].map((item) => [
      item.name,
      item,
    ]),
  );
  const missing = asked.filter(
    (name) => !known.has(name) && !known.has(base(name)) && !(base(name) in engineMetrics),
  );
  // A series that begins at 1 has not risen for Prometheus: where failures are counted, a new one has to count, too.
  const failures = panels
    .flatMap(({ targets = [] }) => targets)
    .map(({ expr }) => expr)
    .filter((expr) => /_failed_total|_canceled_total|status=~"5|outcome!="completed"/.test(expr));
  expect(failures).toHaveLength(5);
  for (const expr of failures)
    expect(expr).toMatch(
      /^sum by \([\w, ]+\) \(\((\S+) unless \1 offset \$__rate_interval\) or increase\(\1\[\$__rate_interval\]\)\)$/,
    );
  expect(asked.length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
  // And the other way round: every metric of the platform is shown somewhere.
  const shown = new Set(asked.map(base));
  expect(ownMetrics().filter(({ name }) => !shown.has(name))).toEqual([]);
});
