import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { systemContext } from '#domain/_shared/context.js';
import { vendorsEvents } from '#domain/vendors/vendors.events.js';
import { newId } from '#lib/ids.js';
import { eventually } from '../_support/eventually.js';
import { type OwnEngine, startOwnEngine } from '../_support/own-engine.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';
import { startWorkerProcess, type WorkerProcess } from '../_support/worker-process.js';
import {
  createEndpoint,
  startWebhookSandbox,
  type TestEndpoint,
  type WebhookSandbox,
} from './webhook-shop.js';

const EVENTS = 300;
let engine: OwnEngine;
let sandbox: WebhookSandbox;
let platform: TestPlatform;
let environment: Record<string, string>;
let worker: WorkerProcess;
let relay: WorkerProcess;
let endpoint: TestEndpoint;
let vendorId: string;

beforeAll(async () => {
  engine = await startOwnEngine();
  sandbox = await startWebhookSandbox({ port: 0 });
  environment = {
    TEMPORAL_ADDRESS: engine.address,
    TEMPORAL_NAMESPACE: engine.namespace,
    WEBHOOKS_ALLOW: '127.0.0.1',
  };
  platform = await startPlatform({ environment });
  ({ vendorId } = await createVendor(platform.container));
  endpoint = await createEndpoint(platform.container, sandbox, { events: ['vendor.suspended'] });
  worker = await startWorker();
  relay = await startRelay();
});
afterAll(async () => {
  await relay.kill();
  await worker.kill();
  await platform.stop();
  await sandbox.close();
  await engine.remove();
});

const startWorker = () => startWorkerProcess(platform.container.config, 'core,webhooks', environment);
const startRelay = () => startWorkerProcess(platform.container.config, 'relay', environment);
const received = () => sandbox.received(endpoint.path);

async function publish(count: number): Promise<void> {
  const { container } = platform;
  const ctx = systemContext({ name: 'test' }, container.clock.now());
  const events = Array.from({ length: count }, () => ({ entityId: newId(), payload: { vendorId } }));
  await container.unitOfWork.run(ctx, (tx) =>
    container.outbox.appendAll(tx, ctx, vendorsEvents.suspended, events),
  );
}

const arrived = (least: number) =>
  eventually(() => {
    expect(new Set(received().map(({ id }) => id)).size).toBeGreaterThanOrEqual(least);
    return Promise.resolve();
  });

it('a worker and a relay that are killed under 300 events lose none: each reaches the endpoint under one webhook-id', async () => {
  const { knex } = platform.container;
  // So slow that there is something to do whenever one is killed.
  sandbox.control({ latencyMs: 60 });
  await publish(EVENTS / 3);
  await arrived(10);
  await Promise.all([worker.kill(), relay.kill()]);
  await publish(EVENTS / 3);
  worker = await startWorker();
  relay = await startRelay();
  await arrived(EVENTS / 3 + 10);
  await relay.kill();
  await publish(EVENTS / 3);
  relay = await startRelay();
  await arrived(EVENTS / 2);
  await worker.kill();
  worker = await startWorker();

  await eventually(async () => {
    const open = (await knex('outbound_webhooks_deliveries')
      .whereNot({ state: 'delivered' })
      .count({ n: '*' })) as { n: number }[];
    const events = (await knex('outbox_deliveries')
      .where({ subscription: 'webhook-events' })
      .whereNot({ state: 'delivered' })
      .count({ n: '*' })) as { n: number }[];
    expect([open[0]?.n, events[0]?.n]).toEqual([0, 0]);
  });
  const messages = (await knex('outbound_webhooks_messages').select('id', 'sourceId')) as {
    id: string;
    sourceId: string;
  }[];
  expect([messages.length, new Set(messages.map(({ sourceId }) => sourceId)).size]).toEqual([EVENTS, EVENTS]);
  const ids = new Set(received().map(({ id }) => id));
  expect([...ids].sort()).toEqual(messages.map(({ id }) => id).sort());
  expect(received().filter(({ signature }) => signature !== 'good')).toEqual([]);
  // At least once: what was in hand of a killed worker comes again, four at a time at most.
  expect(received().length).toBeLessThanOrEqual(EVENTS + 2 * 4);
  for (const id of ids)
    expect(new Set(received().flatMap((request) => (request.id === id ? [request.body] : []))).size).toBe(1);
});
