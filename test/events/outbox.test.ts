import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Worker } from '@temporalio/worker';
import { NativeConnection } from '@temporalio/worker';
import { createEventsActivities, type DrainHandler } from '#activities/events/events.activities.js';
import { defineEvent } from '#domain/_shared/event.js';
import { createDueDrains } from '#events/due-drains.js';
import { createOutbox } from '#events/outbox.js';
import { createRelay, type Relay } from '#events/relay.js';
import { drain, each, type Subscription } from '#events/subscription.js';
import { createLiveChannel } from '#db/kernel/live-channel.js';
import { drainDeliveries, type DrainInput } from '#workflows/events/events.contract.js';
import { eventually } from '../_support/eventually.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { installRuntime } from '../_support/engine-runtime.js';

const thingHappened = defineEvent<{ n: number }>('thing.happened', 'thing', 'Something happened to a thing');
const thingWaited = defineEvent<{ n: number }>('thing.waited', 'thing', 'A thing waits for a worker');
const thingIgnored = defineEvent<{ n: number }>('thing.ignored', 'thing', 'A thing that not every run heeds');
const thingBroke = defineEvent<{ n: number }>('thing.broke', 'thing', 'A thing broke');

const batches: number[][] = [];
const started: string[] = [];
let refuse: (n: number) => boolean = () => false;

const subscriptions: Subscription[] = [
  drain('things', [thingHappened], 'core'),
  // No worker of this test takes anything from that queue.
  drain('unattended', [thingWaited], 'documents'),
  each<{ n: number }, DrainInput>('heeds', [thingIgnored], () => null, {
    concerns: ({ payload }) => payload.n > 10,
  }),
  each<{ n: number }, DrainInput>('starts', [thingBroke], (event) => {
    if (refuse(event.payload.n)) throw new Error(`refused ${event.payload.n}`);
    started.push(`${event.entityId}:${event.payload.n}`);
    return {
      contract: drainDeliveries,
      input: { subscription: `none-${event.entityId}`, taskQueue: 'core' },
    };
  }),
];

const handler: DrainHandler = async (deliveries) => {
  batches.push(deliveries.map((delivery) => (delivery.event.payload as { n: number }).n));
  return deliveries.map(({ id, event }) =>
    refuse((event.payload as { n: number }).n) ? { id, error: 'refused' } : { id },
  );
};

let kernel: TestKernel;
let relay: Relay;
let stopWorker: () => Promise<void>;
const outbox = createOutbox(subscriptions);

function newRelay(): Relay {
  const { config } = kernel.container;
  return createRelay({ ...kernel.container, databaseUrl: config.DATABASE_URL, subscriptions });
}

async function states(): Promise<Record<string, number>> {
  const rows = (await kernel.container
    .knex('outbox_deliveries')
    .select('state')
    .count({ n: '*' })
    .groupBy('state')) as { state: string; n: number }[];
  return Object.fromEntries(rows.map((row) => [row.state, row.n]));
}

beforeAll(async () => {
  installRuntime();
  kernel = await startKernel();
  const { container } = kernel;
  const connection = await NativeConnection.connect({ address: container.config.TEMPORAL_ADDRESS });
  const worker = await Worker.create({
    connection,
    namespace: container.config.TEMPORAL_NAMESPACE,
    taskQueue: 'core',
    workflowBundle: { codePath: process.env['WORKFLOW_BUNDLE'] ?? '' },
    activities: createEventsActivities({
      lingerMs: 0,
      ...container,
      handlers: { things: handler },
      dueDrains: createDueDrains({ ...container, subscriptions }),
    }),
  });
  const running = worker.run();
  stopWorker = async () => {
    worker.shutdown();
    await running;
    await connection.close();
  };
  relay = newRelay();
  relay.start();
});

afterAll(async () => {
  await relay.stop();
  await stopWorker();
  await kernel.stop();
});

async function clear(): Promise<void> {
  batches.length = 0;
  started.length = 0;
  refuse = () => false;
  await kernel.container.knex('outbox_events').delete();
}

describe('the outbox', () => {
  it('carries an event from its commit to its subscription, and nothing of a transaction that rolls back', async () => {
    await clear();
    const { unitOfWork } = kernel.container;
    await expect(
      unitOfWork.run(kernel.ctx, async (tx) => {
        outbox.append(tx, kernel.ctx, thingHappened, 'a', { n: 1 });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await unitOfWork.run(kernel.ctx, (tx) => outbox.append(tx, kernel.ctx, thingHappened, 'a', { n: 2 }));
    await eventually(async () => expect(await states()).toEqual({ delivered: 1 }));
    expect(batches).toEqual([[2]]);
  });

  it('turns ten thousand events into a handful of batches of one workflow', async () => {
    await clear();
    const { unitOfWork, gateway } = kernel.container;
    await unitOfWork.run(kernel.ctx, (tx) =>
      outbox.appendAll(
        tx,
        kernel.ctx,
        thingHappened,
        Array.from({ length: 10_000 }, (_, n) => ({ entityId: `thing-${n}`, payload: { n } })),
      ),
    );
    await eventually(async () => expect(await states()).toEqual({ delivered: 10_000 }));
    expect(batches.length).toBeLessThanOrEqual(25);
    expect(new Set(batches.flat()).size).toBe(10_000);
    const runs: string[] = [];
    for await (const run of gateway.client.workflow.list({ query: `WorkflowId = 'drain-things'` }))
      runs.push(run.runId);
    expect(runs.length).toBeLessThanOrEqual(5);
  });

  it('takes the first event at once and what follows within a second in one more round', async () => {
    await clear();
    // The gap after the rounds of the test before.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const { unitOfWork } = kernel.container;
    for (let n = 0; n < 8; n += 1) {
      await unitOfWork.run(kernel.ctx, (tx) => outbox.append(tx, kernel.ctx, thingHappened, `q-${n}`, { n }));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await eventually(async () => expect(await states()).toEqual({ delivered: 8 }));
    expect(batches.length).toBeLessThanOrEqual(4);
  });

  it('writes no delivery of an event that does not concern its subscription', async () => {
    await clear();
    const { unitOfWork, knex } = kernel.container;
    await unitOfWork.run(kernel.ctx, (tx) => {
      outbox.append(tx, kernel.ctx, thingIgnored, 'i', { n: 1 });
      outbox.append(tx, kernel.ctx, thingIgnored, 'j', { n: 11 });
    });
    expect(await knex('outbox_deliveries').pluck('entity_id')).toEqual(['j']);
    expect(await knex('outbox_events').count({ n: '*' })).toEqual([{ n: 2 }]);
    await eventually(async () => expect(await states()).toEqual({ delivered: 1 }));
  });

  it('does not fill the history of a drain that waits for its worker', async () => {
    await clear();
    const { unitOfWork, gateway } = kernel.container;
    const run = gateway.client.workflow.getHandle('drain-unattended');
    // Each is news, and further apart than the relay's wakes at their most frequent.
    for (let n = 0; n < 5; n += 1) {
      await unitOfWork.run(kernel.ctx, (tx) => outbox.append(tx, kernel.ctx, thingWaited, `w-${n}`, { n }));
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
    await clear();
    const { events } = await run.fetchHistory();
    await run.terminate('nobody works here');
    expect(events?.filter((event) => event.workflowExecutionSignaledEventAttributes)).toEqual([]);
    expect(events?.filter((event) => event.activityTaskScheduledEventAttributes)).toHaveLength(1);
  });

  it('keeps the order of one entity while a broken delivery holds up only its own', async () => {
    await clear();
    refuse = (n) => n === 1;
    const { unitOfWork, knex } = kernel.container;
    await unitOfWork.run(kernel.ctx, async (tx) => {
      outbox.append(tx, kernel.ctx, thingBroke, 'x', { n: 1 });
      outbox.append(tx, kernel.ctx, thingBroke, 'x', { n: 2 });
      outbox.append(tx, kernel.ctx, thingBroke, 'y', { n: 3 });
    });
    await eventually(async () => expect(started).toEqual(['y:3']));
    await eventually(async () => {
      const row = (await knex('outbox_deliveries').where({ entityId: 'x' }).orderBy('id').first()) as {
        attempts: number;
        lastError: string;
      };
      expect(row.attempts).toBeGreaterThan(0);
      expect(row.lastError).toBe('refused 1');
    });
    refuse = () => false;
    await knex('outbox_deliveries').where({ state: 'due' }).update({ nextAttemptAt: knex.fn.now() });
    await eventually(async () => expect(await states()).toEqual({ delivered: 3 }));
    expect(started).toEqual(['y:3', 'x:1', 'x:2']);
  });

  it('parks a delivery after its tenth failure, and lets later ones of that entity wait for the operator', async () => {
    await clear();
    refuse = (n) => n === 1;
    const { unitOfWork, knex } = kernel.container;
    await unitOfWork.run(kernel.ctx, async (tx) => {
      outbox.append(tx, kernel.ctx, thingHappened, 'x', { n: 1 });
      outbox.append(tx, kernel.ctx, thingHappened, 'y', { n: 2 });
    });
    await knex('outbox_deliveries')
      .where({ entityId: 'x' })
      .update({ attempts: 9, nextAttemptAt: knex.fn.now() });
    await eventually(async () => expect(await states()).toEqual({ parked: 1, delivered: 1 }));
    await unitOfWork.run(kernel.ctx, async (tx) => {
      outbox.append(tx, kernel.ctx, thingHappened, 'x', { n: 3 });
      outbox.append(tx, kernel.ctx, thingHappened, 'z', { n: 4 });
    });
    // The worker that took the later one has passed over the other.
    await eventually(async () => expect(await states()).toEqual({ parked: 1, delivered: 2, due: 1 }));
    expect(batches.flat()).not.toContain(3);
  });

  it('lets one relay work while another stands by, which takes over when the first is gone', async () => {
    await clear();
    const second = newRelay();
    second.start();
    await relay.stop();
    const { unitOfWork } = kernel.container;
    await unitOfWork.run(kernel.ctx, (tx) => outbox.append(tx, kernel.ctx, thingBroke, 'z', { n: 9 }));
    await eventually(async () => expect(started).toEqual(['z:9']));
    relay = second;
  });
});

describe('the live channel', () => {
  it('tells other connections of a topic when the transaction commits, ids only', async () => {
    const { container, ctx } = kernel;
    const other = createLiveChannel({ url: container.config.DATABASE_URL, logger: container.logger });
    await other.start();
    const received: string[] = [];
    const leave = other.subscribe('thing', (id) => received.push(id));
    await container.unitOfWork.run(ctx, (tx) => container.live.publish(tx, 'thing', '42'));
    await eventually(async () => expect(received).toEqual(['42']));
    leave();
    await other.stop();
  });

  it('tells every subscriber to read again after its connection was cut', async () => {
    const { container } = kernel;
    const received: string[] = [];
    // A topic of its own: what the earlier test published may still be on its way to this connection.
    const leave = container.live.subscribe('cut', (id) => received.push(id));
    await container.knex.raw(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'haat-live' and datname = current_database()`,
    );
    await eventually(async () => expect(received).toEqual(['']));
    leave();
  });
});
