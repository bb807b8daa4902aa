import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { NativeConnection, Worker } from '@temporalio/worker';
import { createDerivedPass } from '#activities/_shared/derived-pass.js';
import { createEventsActivities, type DrainHandler } from '#activities/events/events.activities.js';
import { defineEvent } from '#domain/_shared/event.js';
import { createDueDrains } from '#events/due-drains.js';
import { createOutbox } from '#events/outbox.js';
import { createRelay, type Relay } from '#events/relay.js';
import { drain, type Subscription } from '#events/subscription.js';
import { newId } from '#lib/ids.js';
import { installRuntime } from '../_support/engine-runtime.js';
import { eventually } from '../_support/eventually.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { createThings, DAY, things } from './derived-table.js';

const thingChanged = defineEvent<{ day: string }>('thing.changed', 'thing', 'A thing was changed');
const GAP_MS = 300;

let paused = false;
let broken = false;
const rounds: { at: number; rows: number }[] = [];
const subscriptions: Subscription[] = [
  drain('thing-changes', [thingChanged], 'core'),
  drain('things', [], 'core', { due: () => (paused ? null : things.due), gapMs: GAP_MS }),
  drain('unreadable', [], 'core', {
    due: () => {
      throw new Error('a setting that cannot be read');
    },
  }),
];
const outbox = createOutbox(subscriptions);

let kernel: TestKernel;
let relay: Relay;
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  installRuntime();
  kernel = await startKernel();
  const { container } = kernel;
  await createThings(container.knex);
  const requestChanged: DrainHandler = async (deliveries) => {
    const keys = deliveries.map(({ event }) => ({ thingId: event.entityId, day: DAY }));
    await container.unitOfWork.run(kernel.ctx, (tx) => things.request(tx, keys));
    return deliveries.map(({ id }) => ({ id }));
  };
  const pass = createDerivedPass(container, 'things', things, (taken) => {
    rounds.push({ at: Date.now(), rows: taken.length });
    if (broken) return Promise.reject(new Error('the other side is gone'));
    return Promise.resolve({ finished: taken });
  });
  const connection = await NativeConnection.connect({ address: container.config.TEMPORAL_ADDRESS });
  const worker = await Worker.create({
    connection,
    namespace: container.config.TEMPORAL_NAMESPACE,
    taskQueue: 'core',
    workflowBundle: { codePath: process.env['WORKFLOW_BUNDLE'] ?? '' },
    activities: createEventsActivities({
      lingerMs: 0,
      ...container,
      dueDrains: createDueDrains({ ...container, subscriptions }),
      handlers: { 'thing-changes': requestChanged },
      passes: { things: pass },
    }),
  });
  const running = worker.run();
  stopWorker = async () => {
    worker.shutdown();
    await running;
    await connection.close();
  };
  relay = createRelay({ ...container, databaseUrl: container.config.DATABASE_URL, subscriptions });
  relay.start();
});

afterAll(async () => {
  await relay.stop();
  await stopWorker();
  await kernel.stop();
});

beforeEach(async () => {
  paused = broken = false;
  rounds.length = 0;
  await kernel.container.knex('derived_things').delete();
});

const counts = () => things.counts(kernel.container.knex);
const nothingLeft = { waiting: 0, leased: 0, retrying: 0, failing: 0 };

async function request(count: number): Promise<void> {
  const keys = Array.from({ length: count }, () => ({ thingId: newId(), day: DAY }));
  await kernel.container.unitOfWork.run(kernel.ctx, (tx) => things.request(tx, keys));
}

/** How many runs of the drain there were. */
async function runs(): Promise<number> {
  const { client } = kernel.container.gateway;
  const { count } = await client.workflow.count(`WorkflowId = 'drain-things'`);
  return count;
}

it('takes a burst of events to its rows in a handful of rounds', async () => {
  const { unitOfWork, knex } = kernel.container;
  const entries = Array.from({ length: 3_000 }, (_, n) => ({
    entityId: `00000000-0000-7000-8000-${String(n % 1_200).padStart(12, '0')}`,
    payload: { day: DAY },
  }));
  await unitOfWork.run(kernel.ctx, async (tx) => outbox.appendAll(tx, kernel.ctx, thingChanged, entries));
  await eventually(async () => {
    expect(await knex('derived_things').count({ n: '*' })).toEqual([{ n: 1_200 }]);
    expect(await counts()).toEqual(nothingLeft);
  });
  expect(rounds.length).toBeLessThanOrEqual(9);
});

it('collects a trickle, in rounds that begin a gap apart', async () => {
  for (let n = 0; n < 12; n += 1) {
    await request(1);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await eventually(async () => expect(await counts()).toEqual(nothingLeft));
  expect(rounds.reduce((sum, { rows }) => sum + rows, 0)).toBe(12);
  // Held against the whole: the leases are taken between the beginning of a round and what is noted here, so that one
  // round which is noted late has its next one seemingly early.
  const lasted = (rounds.at(-1)?.at ?? 0) - (rounds[0]?.at ?? 0);
  expect(lasted / (rounds.length - 1)).toBeGreaterThan(GAP_MS * 0.8);
});

it('asks neither engine nor worker while it is paused, and goes on afterwards', async () => {
  paused = true;
  const before = await runs();
  await request(5);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect([await runs(), rounds.length]).toEqual([before, 0]);
  paused = false;
  await eventually(async () => expect(await counts()).toEqual(nothingLeft));
});

it('turns no idle rounds while all of its rows back off', async () => {
  broken = true;
  await request(5);
  await eventually(async () => expect((await counts()).retrying).toBe(5));
  await kernel.container.knex('derived_things').update({ retryAt: new Date(Date.now() + 3_600_000) });
  const [before, began] = [await runs(), rounds.length];
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect([(await runs()) - before, rounds.length - began]).toEqual([0, 0]);
  broken = false;
  await request(1);
  await eventually(async () => expect(await counts()).toEqual({ ...nothingLeft, retrying: 5 }));
});

it('is taken up by the lease that ends when a worker has died in the middle', async () => {
  const { unitOfWork, knex } = kernel.container;
  paused = true;
  await request(5);
  await unitOfWork.run(kernel.ctx, (tx) => things.take(tx, 5));
  paused = false;
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(rounds).toEqual([]);
  await knex('derived_things').update({ leasedUntil: knex.raw(`now() - interval '1 s'`) });
  await eventually(async () => expect(await counts()).toEqual(nothingLeft));
});
