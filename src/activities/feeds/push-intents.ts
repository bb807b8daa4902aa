import type { DrainPass } from '#activities/events/events.activities.js';
import { createConnectionsRepository, type FeedConnection } from '#db/feeds/connections.repository.js';
import { readFeedVariants } from '#db/feeds/feed-variants.query.js';
import { createHandlesRepository } from '#db/feeds/handles.repository.js';
import { createIntentsRepository } from '#db/feeds/intents.repository.js';
import { createRemovalsRepository } from '#db/feeds/removals.repository.js';
import { createItemsRepository, type FeedScope, type SentState } from '#db/feeds/items.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { systemContext } from '#domain/_shared/context.js';
import { EQUAL_REFUSALS, type PauseReason } from '#domain/feeds/feed.js';
import type { ChangeOutcome, Feed, Halt, SendResult } from '#operations/feeds/feed.js';
import { isStale, reserveCalls } from '#operations/feeds/reserve-calls.js';
import type { Platform } from '#operations/platform.js';
import { type Plan, planChanges, type PlannedChange, type Settled } from './plan-changes.js';
import { settleChange } from './settle-changes.js';

/** Longer than a round; extended while it lasts. */
const LEASE_SECONDS = 60;
const EXTEND_MS = 20_000;
const REPEATED_PAUSE_SECONDS = 3_600;

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'clock' | 'logger' | 'operations'>;

/**
 * One round of a feed: takes intents under a lease and commits, reads and maps their variants, sends what has changed,
 * and records what became of each. Most intents about stock end without a call, because payloads carry no quantities.
 */
export function createPushPass({ knex, unitOfWork, clock, logger, operations }: Deps, feed: Feed): DrainPass {
  const connections = createConnectionsRepository();
  const intents = createIntentsRepository();
  const removals = createRemovalsRepository();
  const items = createItemsRepository();
  const handles = createHandlesRepository();
  const name = `feeds-${feed.id}`;
  const context = () => systemContext({ name }, clock.now());
  const run = <T>(work: (tx: Tx) => Promise<T>) => unitOfWork.run(context(), work);
  /** The last refusal and how often it came in a row, over rounds. */
  const refused = { message: '', times: 0 };

  /** Takes a round's intents; the next round begins an interval later. */
  async function take({ scope, removal }: Round, byHandOnly: boolean) {
    return run(async (tx) => {
      const now = clock.now();
      // The row of the feed first, as where an operator has a variant sent again: two orders of locks would deadlock.
      const nextRoundAt = new Date(now.getTime() + feed.intervalSeconds() * 1_000);
      await connections.updateFeed(tx, feed.id, { nextRoundAt });
      const limits = { limit: feed.batchSize(), leaseSeconds: LEASE_SECONDS, now };
      const target = removal ? scope.target : null;
      const taken = await intents.take(tx, feed.id, { ...limits, target, byHandOnly });
      const upserts = taken.intents.filter(({ kind }) => kind === 'upsert').map(({ variantId }) => variantId);
      await items.markPending(tx, scope, upserts);
      return taken;
    });
  }

  async function makePlan({ scope }: Round, taken: Awaited<ReturnType<typeof take>>): Promise<Plan> {
    const variantIds = taken.intents.map(({ variantId }) => variantId);
    const [variants, known] = await Promise.all([
      readFeedVariants(knex, variantIds),
      items.byVariant(knex, scope, variantIds),
    ]);
    return planChanges(feed, taken.intents, variants, known, clock.now());
  }

  async function record({ scope }: Round, lease: string, settled: readonly Settled[]): Promise<void> {
    await run(async (tx) => {
      const now = clock.now();
      const held = await intents.settle(
        tx,
        feed.id,
        lease,
        settled.map(({ intent }) => intent),
        now,
      );
      const results = settled.flatMap(({ intent, item }) => (item && held.has(intent.id) ? [item] : []));
      await items.record(tx, scope, results, now);
    });
  }

  /** A dry run ends where the remote write would begin. */
  function dryRun(changes: readonly PlannedChange[]): Settled[] {
    return changes.map(({ intent, intentId, variantId, kind, payload, before }) => ({
      intent: { id: intent.id, state: 'done', attempts: 0, error: null, dueAt: null, handleId: null },
      item: {
        variantId,
        intentId,
        attempts: 0,
        lastError: null,
        withdrawn: before?.withdrawn,
        status:
          before && before.status !== 'pending' ? before.status : before?.remoteId ? 'synced' : 'pending',
        dryRun: { kind, payload },
      },
    }));
  }

  const extend = (tx: Tx, lease: string) =>
    intents.extend(tx, lease, new Date(clock.now().getTime() + LEASE_SECONDS * 1_000));

  /** Sends what the allowance covers. What has no outcome then is given back. */
  async function send(
    { scope }: Round,
    connection: FeedConnection,
    lease: string,
    changes: readonly PlannedChange[],
    signal: AbortSignal,
  ): Promise<SendResult> {
    const fresh = isStale(connection.quota, clock.now()) ? await feed.readAllowance(signal) : null;
    if (fresh && 'reason' in fresh) return { outcomes: new Map(), halt: fresh };
    const wanted = feed.callsFor(changes.length);
    const { calls, waitMs, spacingMs, spentUntil, now } = await run(async (tx) => {
      const reserved = await reserveCalls(connections, tx, feed.id, { wanted, fresh, now: clock.now() });
      // A process that was held up for longer than its lease sends nothing: another one has taken its intents.
      const held = await extend(tx, lease);
      const covered = changes.filter(
        ({ intentId }, index) => held.has(intentId) && feed.callsFor(index + 1) <= reserved.calls,
      );
      await items.beginSending(tx, scope, covered);
      return { ...reserved, now: covered };
    });
    if (calls === 0) {
      const seconds = spentUntil ? (spentUntil.getTime() - clock.now().getTime()) / 1_000 : null;
      const halt: Halt = {
        reason: 'quota_used_up',
        message: 'The calls of the day are used up',
        retryAfterSeconds: seconds ?? 60,
      };
      return { outcomes: new Map(), halt };
    }
    const firstCallAt = new Date(Date.now() + waitMs);
    const holds = async (intentId: number) => (await run((tx) => extend(tx, lease))).has(intentId);
    const result = await feed.send(now, { signal, target: scope.target, firstCallAt, spacingMs, holds });
    return withoutRepeats(now, result);
  }

  /** A refusal that comes over and over is one of the account: those of this round are given back and the feed pauses. */
  function withoutRepeats(changes: readonly PlannedChange[], result: SendResult): SendResult {
    const inARow: number[] = [];
    for (const { intentId } of changes) {
      const outcome = result.outcomes.get(intentId);
      if (!outcome) continue;
      const message = outcome.kind === 'refused' ? outcome.message : '';
      if (message !== refused.message) {
        Object.assign(refused, { message, times: 0 });
        inARow.length = 0;
      }
      if (message === '') continue;
      refused.times += 1;
      inARow.push(intentId);
    }
    if (refused.times < EQUAL_REFUSALS) return result;
    refused.times = 0;
    const outcomes = new Map(result.outcomes);
    for (const id of inARow) outcomes.delete(id);
    const halt: Halt = {
      reason: 'repeated_refusals',
      message: refused.message,
      retryAfterSeconds: REPEATED_PAUSE_SECONDS,
    };
    return { ...result, outcomes, halt };
  }

  async function recordSent(
    { scope }: Round,
    connection: FeedConnection,
    lease: string,
    changes: readonly PlannedChange[],
    { outcomes, halt }: SendResult,
  ): Promise<number> {
    await run(async (tx) => {
      const now = clock.now();
      const handleIds = new Map<string, string>();
      for (const handle of handlesOf(outcomes)) {
        const count = [...outcomes.values()].filter(
          (item) => item.kind === 'submitted' && item.handle === handle,
        ).length;
        handleIds.set(
          handle,
          await handles.insert(tx, feed.id, { handle, catalogId: scope.target, items: count, now }),
        );
      }
      const settled = changes.flatMap((change): Settled[] => {
        const outcome = outcomes.get(change.intentId);
        if (!outcome) return [];
        const handleId = outcome.kind === 'submitted' ? (handleIds.get(outcome.handle) ?? null) : null;
        return [settleChange(change, outcome, now, handleId)];
      });
      const held = await intents.settle(
        tx,
        feed.id,
        lease,
        settled.map(({ intent }) => intent),
        now,
      );
      await items.record(
        tx,
        scope,
        settled.flatMap(({ intent, item }) => (item && held.has(intent.id) ? [item] : [])),
        now,
      );
      const released = await intents.release(tx, lease);
      await items.restoreSent(tx, scope, unchanged(changes, outcomes, new Set([...held, ...released])));
      if (halt && halt.reason !== 'reconnect_required') {
        const { reason, message, retryAfterSeconds } = halt;
        const until = retryAfterSeconds === null ? null : new Date(now.getTime() + retryAfterSeconds * 1_000);
        await operations.feedSteps.pause(tx, feed.id, connection.generation, { reason, message, until });
      } else if (
        outcomes.size > 0 &&
        connection.pauseReason &&
        connection.pauseReason !== 'reconnect_required'
      )
        await operations.feedSteps.lift(tx, feed.id);
    });
    if (halt?.reason === 'reconnect_required') {
      const ctx = context();
      await unitOfWork.run(ctx, (tx) =>
        operations.feedSteps.requireReconnect(tx, ctx, feed.id, connection.generation, halt.message),
      );
    }
    if (halt) logger.warn({ feed: feed.id, reason: halt.reason, message: halt.message }, 'feed paused');
    return [...outcomes.values()].filter(({ kind }) => kind === 'refused' || kind === 'retry').length;
  }

  return async ({ signal }) => {
    const connection = await connections.read(knex, feed.id);
    const target = feed.target();
    if (!connection.connected || !target || feed.configuration().missingKeys.length > 0)
      return { taken: 0, failed: 0 };
    const sent = await runRound({ scope: { feed: feed.id, target }, removal: false }, connection, signal);
    if (sent) return sent;
    const earlier = await removals.due(knex, feed.id, target, clock.now());
    const removed =
      earlier &&
      (await runRound({ scope: { feed: feed.id, target: earlier }, removal: true }, connection, signal));
    return removed || { taken: 0, failed: 0 };
  };

  /** Undefined where nothing was due. */
  async function runRound(round: Round, connection: FeedConnection, signal: AbortSignal) {
    const byHandOnly = !round.removal && connection.startedTarget !== round.scope.target;
    const taken = await take(round, byHandOnly);
    if (taken.intents.length === 0) return undefined;
    const keep = () =>
      run((tx) => extend(tx, taken.lease)).catch((error: unknown) =>
        logger.warn({ err: error, feed: feed.id }, 'leases could not be extended'),
      );
    const timer = setInterval(() => void keep(), EXTEND_MS).unref();
    try {
      const plan = await makePlan(round, taken);
      const isDry = feed.mode() === 'dry_run';
      await record(round, taken.lease, isDry ? [...plan.settled, ...dryRun(plan.changes)] : plan.settled);
      if (isDry || plan.changes.length === 0) return { taken: taken.intents.length, failed: 0 };
      const sent = await send(round, connection, taken.lease, plan.changes, signal);
      const result = round.removal ? withoutOldAccount(plan.changes, sent) : sent;
      const failed = await recordSent(round, connection, taken.lease, plan.changes, result);
      // A round that could not send is the last one until the pause is over.
      return { taken: result.halt ? 0 : taken.intents.length, failed };
    } catch (error) {
      await run((tx) => intents.release(tx, taken.lease)).catch((lost: unknown) =>
        logger.warn({ err: lost, feed: feed.id }, 'intents stay leased until their lease ends'),
      );
      throw error;
    } finally {
      clearInterval(timer);
    }
  }
}

/** What a round works on. */
interface Round {
  scope: FeedScope;
  /** Empties an earlier target instead of sending to the present one. */
  removal: boolean;
}

const OF_THE_ACCOUNT: readonly PauseReason[] = [
  'no_access',
  'not_registered',
  'account_refused',
  'repeated_refusals',
];

/** An earlier account that refuses every call must not stop the present one: its removals fail with its words. */
function withoutOldAccount(changes: readonly PlannedChange[], result: SendResult): SendResult {
  const { halt, outcomes } = result;
  if (!halt || !OF_THE_ACCOUNT.includes(halt.reason)) return result;
  const refused = { kind: 'refused' as const, message: halt.message };
  return { outcomes: new Map(changes.map(({ intentId }) => [intentId, outcomes.get(intentId) ?? refused])) };
}

/** Items that the remote side has as before: their call was refused, or never made. */
function unchanged(
  changes: readonly PlannedChange[],
  outcomes: ReadonlyMap<number, ChangeOutcome>,
  held: ReadonlySet<number>,
): SentState[] {
  return changes.flatMap(({ intentId, variantId, before }) => {
    const outcome = outcomes.get(intentId);
    if (!held.has(intentId) || (outcome && outcome.kind !== 'refused')) return [];
    return [{ variantId, remoteId: before?.remoteId ?? null, hash: before?.hash ?? null }];
  });
}

function handlesOf(outcomes: ReadonlyMap<number, ChangeOutcome>): Set<string> {
  return new Set([...outcomes.values()].flatMap((item) => (item.kind === 'submitted' ? [item.handle] : [])));
}
