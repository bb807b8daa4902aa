import { setTimeout as sleep } from 'node:timers/promises';
import type { ClaimedDelivery, EventsRepository } from '#db/events/events.repository.js';
import { AppError } from '#domain/_shared/app-error.js';
import { withDeliveryScope } from '#lib/delivery-scope.js';
import { waitAtMost } from '#lib/wait-at-most.js';
import type { LiveChannel } from '#db/kernel/live-channel.js';
import type { SettingsReader } from '#lib/settings.js';
import type { Logger } from '#lib/logger.js';
import { fromZero, type Metrics } from '#lib/metrics.js';
import type { WorkflowGateway } from '#integrations/engine/workflow-gateway.js';
import { drainDeliveries } from '#workflows/events/events.contract.js';
import { dispatch } from './hand-over.js';
import { createLeaseHolder, type HeldLease, LeaseInDoubt } from '#db/kernel/held-lease.js';
import { relayLease } from '#db/events/relay-lease.repository.js';
import { createStartPace } from './start-pace.js';
import { createDrainWakes } from './drain-wakes.js';
import { createDueDrains } from './due-drains.js';
import type { EachSubscription, Subscription } from './subscription.js';

/** After the database could not be reached. */
const RETRY_MS = 1_000;
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

/**
 * Carries committed events to the engine: a start or signal for each, or the wake-up of a drain. One relay is active at a
 * time, the holder of the lease. Its claims and marks carry the number of the lease, and it hands nothing over while it
 * is not sure to have it; what another one may have handed over before is looked up in the engine first.
 */
export function createRelay(options: RelayOptions) {
  const { events, gateway, live, logger } = options;
  const { active, deliveries, startsAtOnce } = options.metrics.relay;
  const eachByName = new Map<string, EachSubscription>();
  for (const subscription of options.subscriptions) {
    if (subscription.kind === 'each') eachByName.set(subscription.name, subscription);
  }
  const dueDrains = createDueDrains(options);
  const drainWakes = createDrainWakes();
  const outcomes = ['delivered', 'failed'];
  fromZero(
    deliveries,
    [...eachByName.keys()].flatMap((subscription) => outcomes.map((outcome) => ({ subscription, outcome }))),
  );
  const pace = createStartPace({ most: PARALLEL });
  const leases = createLeaseHolder(relayLease, options);
  let stopping = false;
  let announceStop: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => (announceStop = resolve));
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

  async function deliver(
    delivery: ClaimedDelivery,
    lease: HeldLease,
  ): Promise<{ id: number; error?: string }> {
    const subscription = eachByName.get(delivery.subscription);
    try {
      if (!subscription) throw new Error(`No subscription is named ${delivery.subscription}`);
      const { action, name } = subscription;
      const wanted = action(delivery.event);
      if (wanted) {
        const { event, claimedBefore: mayBeRepeat } = delivery;
        const start = () =>
          withDeliveryScope(event, `relay ${name}`, () =>
            dispatch(gateway, wanted, {
              event,
              subscription: name,
              mayBeRepeat,
              beforeCall: lease.assertSure,
            }),
          );
        await pace.run(start);
        startsAtOnce.set(pace.width);
      }
      deliveries.inc({ subscription: subscription.name, outcome: 'delivered' });
      return { id: delivery.id };
    } catch (error) {
      // An engine that is down says nothing about the delivery: it keeps its attempts.
      if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') throw error;
      if (error instanceof LeaseInDoubt) throw error;
      deliveries.inc({ subscription: subscription?.name ?? 'unknown', outcome: 'failed' });
      logger.warn(
        { err: error, delivery: delivery.id, subscription: delivery.subscription },
        'delivery failed',
      );
      return { id: delivery.id, error: error instanceof Error ? error.message : String(error) };
    }
  }

  async function deliverAll(due: ClaimedDelivery[], lease: HeldLease): Promise<void> {
    const queue = [...due];
    const delivered: number[] = [];
    const failed: { id: number; error: string }[] = [];
    const workers = Array.from({ length: Math.min(PARALLEL, queue.length) }, async () => {
      while (!stopping && lease.isSure()) {
        const next = queue.shift();
        if (!next) break;
        const { id, error } = await deliver(next, lease);
        if (error === undefined) delivered.push(id);
        else failed.push({ id, error });
      }
    });
    const ended = await Promise.allSettled(workers);
    await events.markDelivered(delivered, lease.number);
    await events.markFailed(failed, lease.number);
    const untouched = queue.filter(({ claimedBefore }) => !claimedBefore);
    await events.giveBack(
      untouched.map(({ id }) => id),
      lease.number,
    );
    const broken = ended.find((item) => item.status === 'rejected');
    if (broken) throw broken.reason;
  }

  async function deliverHeads(lease: HeldLease): Promise<boolean> {
    const due = await events.claimHeads([...eachByName.keys()], BATCH, lease.number);
    await deliverAll(due, lease);
    if (due.length > 0 && due.length < BATCH) await sleep(COLLECT_MS);
    return due.length > 0;
  }

  async function wakeDrains(): Promise<boolean> {
    const due = await dueDrains.due([...dueDrains.drains.values()]);
    drainWakes.seen(due);
    for (const drain of due) {
      const { name: subscription, taskQueue } = drain;
      const rest = drainWakes.restOf(drain);
      if (rest > 0) {
        setTimeout(wakeSleepers, rest).unref();
        continue;
      }
      // Not by a signal: those of a run that waits for its worker would pile up in its history, and all come at once.
      await gateway.start(drainDeliveries, { subscription, taskQueue });
      drainWakes.signalled(drain);
    }
    return false;
  }

  /** Repeats `step` while it finds work, at most once in `gapMs`, until the lease is lost or the relay stops. */
  async function repeat(step: () => Promise<boolean>, lease: HeldLease, gapMs: number): Promise<void> {
    while (!stopping && !lease.isLost()) {
      const before = wakes;
      let busy = false;
      await Promise.race([lease.settled(), stopped]);
      try {
        if (lease.isSure()) busy = await step();
      } catch (error) {
        logger.warn({ err: error }, 'relay step failed');
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
      if (gapMs > 0) await new Promise((resolve) => setTimeout(resolve, gapMs));
      if (!busy && !stopping && !lease.isLost() && wakes === before) await pause(POLL_MS);
    }
  }

  async function work(lease: HeldLease): Promise<void> {
    active.set(1);
    startsAtOnce.set(pace.width);
    logger.info({ number: lease.number }, 'relay is active');
    try {
      await Promise.all([
        repeat(() => deliverHeads(lease), lease, 0),
        repeat(wakeDrains, lease, COALESCE_MS),
      ]);
    } finally {
      active.set(0);
      if (lease.isLost()) logger.warn({ number: lease.number }, 'another relay is active');
      await lease.release();
    }
  }

  async function run(): Promise<void> {
    while (!stopping) {
      let retryMs = RETRY_MS;
      try {
        const taken = await leases.take();
        if (taken.lease) await work(taken.lease);
        else ({ retryMs } = taken);
      } catch (error) {
        logger.warn({ err: error }, 'lease of the relay could not be read');
      }
      await waitAtMost(retryMs, stopped);
    }
    await leases.close();
  }

  return {
    start(): void {
      unsubscribe = live.subscribe('outbox', () => wakeSleepers());
      running = run();
    },
    /** Ends after the deliveries in flight. */
    async stop(): Promise<void> {
      stopping = true;
      announceStop();
      unsubscribe();
      pace.finish();
      wakeSleepers();
      await running;
    },
  };
}

export type Relay = ReturnType<typeof createRelay>;
