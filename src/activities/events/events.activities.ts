import { setTimeout as sleep } from 'node:timers/promises';
import { activityInfo, cancellationSignal, heartbeat } from '@temporalio/activity';
import { withHeartbeat } from '#activities/_shared/with-heartbeat.js';
import type { DueDelivery, EventsRepository } from '#db/events/events.repository.js';
import type { DueDrains } from '#events/due-drains.js';
import { type DrainSubscription, gapOf, lingers } from '#events/subscription.js';

/** Rows a round takes: one activity for all of them, where a workflow each would cost fifty milliseconds of CPU. */
const BATCH = 500;

/**
 * After a round the activity looks for more for so long before it ends: while a trickle of orders comes in, a round costs
 * its statements, not a workflow run and an activity.
 */
export const LINGER_MS = 3_000;
/** An activity ends after so many milliseconds of rounds, so that a worker that stops or another one gets its turn. */
const MAX_STAY_MS = 60_000;

/** What became of one delivery; without an error it is delivered. */
export interface DeliveryOutcome {
  id: number;
  error?: string;
  /** With `error`: when to try again. The attempt is not counted then, so that the delivery is never parked. */
  retryAt?: Date;
}

/** `signal` aborts when the round is to end early; what has no outcome then is taken again. */
export interface RoundControl {
  heartbeat: () => void;
  signal: AbortSignal;
}

/**
 * Handles a batch of deliveries of one subscription. A delivery may come twice (a worker that died after handling it,
 * before marking it), so handlers are idempotent. An error thrown fails the whole batch, an outcome only its row.
 */
export type DrainHandler = (deliveries: DueDelivery[], control: RoundControl) => Promise<DeliveryOutcome[]>;

/**
 * One round over a drain's own rows: takes up to `limit` of them, handles them and records what became of
 * each. Returns how many it took; 0 ends the loop, whatever the drain says to be due.
 */
export type DrainPass = (
  control: RoundControl & { limit: number },
) => Promise<{ taken: number; failed: number }>;

export interface RoundResult {
  taken: number;
  failed: number;
  /** Whether something is due now. Rounds of the release before do not say. */
  more?: boolean;
}

export function createEventsActivities(deps: {
  events: EventsRepository;
  dueDrains: DueDrains;
  handlers: Readonly<Record<string, DrainHandler>>;
  passes?: Readonly<Record<string, DrainPass>>;
  stopping: AbortSignal;
  /** How long a run looks for more; 0 for one round alone. */
  lingerMs?: number;
}) {
  const { events, dueDrains, handlers, passes = {}, lingerMs = LINGER_MS } = deps;
  /** When the last round of each drain began; none after a full one, which the next follows at once. */
  const roundBeganAt = new Map<string, number>();

  async function keepGap(drain: DrainSubscription, signal: AbortSignal): Promise<void> {
    const left = (roundBeganAt.get(drain.name) ?? 0) + gapOf(drain) - Date.now();
    if (left > 0) await sleep(left, undefined, { signal }).catch(() => undefined);
    roundBeganAt.set(drain.name, Date.now());
  }

  async function handleDeliveries(
    { name, first }: DrainSubscription,
    control: RoundControl,
  ): Promise<RoundResult> {
    const handler = handlers[name];
    if (!handler) return { taken: 0, failed: 0 };
    const due = await events.takeBatch(name, BATCH, first);
    if (due.length === 0) return { taken: 0, failed: 0 };
    const outcomes = await handler(due, control);
    const open = outcomes.flatMap(({ id, error, retryAt }) =>
      error === undefined ? [] : [{ id, error, retryAt }],
    );
    const openIds = new Set(open.map((item) => item.id));
    await events.markDelivered(outcomes.map((item) => item.id).filter((id) => !openIds.has(id)));
    await events.markFailed(open.filter(({ retryAt }) => retryAt === undefined));
    await events.defer(open.flatMap(({ id, error, retryAt }) => (retryAt ? [{ id, error, retryAt }] : [])));
    return { taken: outcomes.length, failed: open.length };
  }

  async function passRows(drain: DrainSubscription, control: RoundControl): Promise<RoundResult> {
    const pass = passes[drain.name];
    if (!pass || control.signal.aborted || !dueDrains.takesRows(drain)) return { taken: 0, failed: 0 };
    return pass({ ...control, limit: BATCH });
  }

  async function runRound(
    drain: DrainSubscription,
    control: RoundControl,
  ): Promise<RoundResult & { more: boolean }> {
    await keepGap(drain, control.signal);
    const deliveries = await handleDeliveries(drain, control);
    const rows = await passRows(drain, control);
    const taken = deliveries.taken + rows.taken;
    if (deliveries.taken >= BATCH) roundBeganAt.delete(drain.name);
    const more = taken > 0 && (await dueDrains.due([drain])).length > 0;
    return { taken, failed: deliveries.failed + rows.failed, more };
  }

  /** Looks once in each gap. @returns whether something is due before the time to linger is over */
  async function comesDue(drain: DrainSubscription, signal: AbortSignal): Promise<boolean> {
    const until = Date.now() + lingerMs;
    while (Date.now() < until && !signal.aborted) {
      await sleep(gapOf(drain), undefined, { signal }).catch(() => undefined);
      if (!signal.aborted && (await dueDrains.due([drain])).length > 0) return true;
    }
    return false;
  }

  return {
    /**
     * Rounds of a drain: handles what is due, looks for more for a while, and says how much that was and whether something
     * is due now.
     */
    async drainBatch({ subscription }: { subscription: string }): Promise<RoundResult> {
      const drain = dueDrains.drains.get(subscription);
      if (!drain || !(handlers[subscription] ?? passes[subscription]))
        throw new Error(`No handler is registered for ${subscription} on ${activityInfo().taskQueue}`);
      const control = {
        heartbeat: () => heartbeat(),
        signal: AbortSignal.any([cancellationSignal(), deps.stopping]),
      };
      return withHeartbeat(async () => {
        const began = Date.now();
        const sum = { taken: 0, failed: 0 };
        for (;;) {
          const round = await runRound(drain, control);
          sum.taken += round.taken;
          sum.failed += round.failed;
          const stays =
            lingerMs > 0 && lingers(drain) && Date.now() - began < MAX_STAY_MS && !control.signal.aborted;
          if (round.taken === 0 || !stays) return { ...sum, more: round.more };
          if (!round.more && !(await comesDue(drain, control.signal))) return { ...sum, more: false };
        }
      });
    },
  };
}

export type EventsActivities = ReturnType<typeof createEventsActivities>;
