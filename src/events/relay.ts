import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DueDelivery, EventsRepository } from '#db/events/events.repository.js';
import { AppError } from '#domain/_shared/app-error.js';
import { withDeliveryScope } from '#lib/delivery-scope.js';
import type { LiveChannel } from '#db/kernel/live-channel.js';
import type { SettingsReader } from '#lib/settings.js';
import type { Logger } from '#lib/logger.js';
import { fromZero, type Metrics } from '#lib/metrics.js';
import type { WorkflowGateway } from '#integrations/engine/workflow-gateway.js';
import { drainDeliveries } from '#workflows/events/events.contract.js';
import { dispatch } from './hand-over.js';
import { createStartPace } from './start-pace.js';
import { createDueDrains } from './due-drains.js';
import { type EachSubscription, gapOf, type Subscription } from './subscription.js';

/** One relay is active at a time: the holder of this session lock. */
const LOCK_KEY = 4_210_001;
const STANDBY_MS = 1_000;
/** The net under notifications: also what brings up deliveries whose backoff has ended. */
const POLL_MS = 1_000;
/** A burst of events wakes each drain at most this often. */
const COALESCE_MS = 200;
/** Marked as delivered together, so that a relay that dies repeats no more than these. */
const BATCH = 100;
/** After deliveries the relay collects for this long, unless more were due than it takes at once. */
const COLLECT_MS = 50;
/** Starts in flight at most: enough to hide the round trip. */
const PARALLEL = 16;

export interface RelayOptions {
  databaseUrl: string;
  subscriptions: readonly Subscription[];
  events: EventsRepository;
  gateway: WorkflowGateway;
  live: LiveChannel;
  settings: Pick<SettingsReader, 'get'>;
  logger: Logger;
  metrics: Pick<Metrics, 'relay'>;
}

/** Carries committed events to the engine: a start or signal for each, or the wake-up of a drain. */
export function createRelay(options: RelayOptions) {
  const { events, gateway, live, logger } = options;
  const { active, deliveries, startsAtOnce } = options.metrics.relay;
  const eachByName = new Map<string, EachSubscription>();
  for (const subscription of options.subscriptions) {
    if (subscription.kind === 'each') eachByName.set(subscription.name, subscription);
  }
  const dueDrains = createDueDrains(options);
  /** When the drains were last woken, for their gaps. */
  const wokenAt = new Map<string, number>();
  const outcomes = ['delivered', 'failed'];
  fromZero(
    deliveries,
    [...eachByName.keys()].flatMap((subscription) => outcomes.map((outcome) => ({ subscription, outcome }))),
  );
  const pace = createStartPace({ most: PARALLEL });
  let stopping = false;
  const sleepers = new Set<() => void>();
  let wakes = 0;
  let running: Promise<void> = Promise.resolve();
  let unsubscribe: () => void = () => undefined;

  /** Ends the pause: something was written, or the relay stops. */
  function wakeSleepers(): void {
    wakes += 1;
    for (const wake of sleepers) wake();
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        sleepers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      sleepers.add(wake);
    });
  }

  async function deliver(delivery: DueDelivery): Promise<{ id: number; error?: string }> {
    const subscription = eachByName.get(delivery.subscription);
    try {
      if (!subscription) throw new Error(`No subscription is named ${delivery.subscription}`);
      const { action, name } = subscription;
      const wanted = action(delivery.event);
      if (wanted) {
        const start = () =>
          withDeliveryScope(delivery.event, `relay ${name}`, () => dispatch(gateway, wanted));
        await pace.run(start);
        startsAtOnce.set(pace.width);
      }
      deliveries.inc({ subscription: subscription.name, outcome: 'delivered' });
      return { id: delivery.id };
    } catch (error) {
      // An engine that is down says nothing about the delivery: it keeps its attempts.
      if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') throw error;
      deliveries.inc({ subscription: subscription?.name ?? 'unknown', outcome: 'failed' });
      logger.warn(
        { err: error, delivery: delivery.id, subscription: delivery.subscription },
        'delivery failed',
      );
      return { id: delivery.id, error: error instanceof Error ? error.message : String(error) };
    }
  }

  async function deliverAll(due: DueDelivery[]): Promise<void> {
    const queue = [...due];
    const delivered: number[] = [];
    const failed: { id: number; error: string }[] = [];
    const workers = Array.from({ length: Math.min(PARALLEL, queue.length) }, async () => {
      for (let next = queue.shift(); next && !stopping; next = queue.shift()) {
        const { id, error } = await deliver(next);
        if (error === undefined) delivered.push(id);
        else failed.push({ id, error });
      }
    });
    const ended = await Promise.allSettled(workers);
    await events.markDelivered(delivered);
    await events.markFailed(failed);
    const broken = ended.find((item) => item.status === 'rejected');
    if (broken) throw broken.reason;
  }

  async function deliverHeads(): Promise<boolean> {
    const due = await events.takeHeads([...eachByName.keys()], BATCH);
    await deliverAll(due);
    if (due.length > 0 && due.length < BATCH) await sleep(COLLECT_MS);
    return due.length > 0;
  }

  async function wakeDrains(): Promise<boolean> {
    for (const drain of await dueDrains.due([...dueDrains.drains.values()])) {
      const { name: subscription, taskQueue } = drain;
      const rest = (wokenAt.get(subscription) ?? 0) + gapOf(drain) - Date.now();
      if (rest > 0) {
        setTimeout(wakeSleepers, rest).unref();
        continue;
      }
      // Not by a signal: those of a run that waits for its worker would pile up in its history, and all come at once.
      await gateway.start(drainDeliveries, { subscription, taskQueue });
      wokenAt.set(subscription, Date.now());
    }
    return false;
  }

  /** Repeats `step` while it finds work, at most once in `gapMs`, until the lock's connection breaks or the relay stops. */
  async function repeat(step: () => Promise<boolean>, lock: { lost: boolean }, gapMs: number): Promise<void> {
    while (!stopping && !lock.lost) {
      const before = wakes;
      let busy = false;
      try {
        busy = await step();
      } catch (error) {
        logger.warn({ err: error }, 'relay is on standby');
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
      if (gapMs > 0) await new Promise((resolve) => setTimeout(resolve, gapMs));
      if (!busy && !stopping && wakes === before) await pause(POLL_MS);
    }
  }

  async function holdLockAndWork(): Promise<void> {
    const client = new pg.Client({
      connectionString: options.databaseUrl,
      application_name: 'haat-relay',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    const lock = { lost: false };
    client.on('error', () => undefined);
    client.on('end', () => {
      lock.lost = true;
      wakeSleepers();
    });
    try {
      await client.connect();
      const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
        LOCK_KEY,
      ]);
      if (rows[0]?.held) {
        active.set(1);
        startsAtOnce.set(pace.width);
        logger.info('relay is active');
        await Promise.all([repeat(deliverHeads, lock, 0), repeat(wakeDrains, lock, COALESCE_MS)]);
      }
    } finally {
      active.set(0);
      await client.end().catch(() => undefined);
    }
  }

  async function run(): Promise<void> {
    while (!stopping) {
      try {
        await holdLockAndWork();
      } catch (error) {
        logger.warn({ err: error }, 'relay lost its connection');
      }
      if (!stopping) await pause(STANDBY_MS);
    }
  }

  return {
    start(): void {
      unsubscribe = live.subscribe('outbox', () => wakeSleepers());
      running = run();
    },
    /** Ends after the deliveries in flight. */
    async stop(): Promise<void> {
      stopping = true;
      unsubscribe();
      pace.finish();
      wakeSleepers();
      await running;
    },
  };
}

export type Relay = ReturnType<typeof createRelay>;
