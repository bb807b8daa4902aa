import { activityInfo, cancellationSignal, heartbeat } from '@temporalio/activity';
import { withHeartbeat } from '#activities/_shared/with-heartbeat.js';
import { readFeedVariantsAfter } from '#db/feeds/feed-variants.query.js';
import { createConnectionsRepository } from '#db/feeds/connections.repository.js';
import { createIntentsRepository } from '#db/feeds/intents.repository.js';
import { createItemsRepository, type FeedItem } from '#db/feeds/items.repository.js';
import {
  boundaryVariantsSql,
  createPassesRepository,
  orphanedItemsSql,
  staleItemsSql,
} from '#db/feeds/passes.repository.js';
import type { Knex } from '#db/kernel/knex.js';
import { systemContext } from '#domain/_shared/context.js';
import { type FeedId, type IntentOrigin, REFRESH_AFTER_DAYS } from '#domain/feeds/feed.js';
import type { FeedVariant } from '#domain/feeds/feed-variant.js';
import type { Feed } from '#operations/feeds/feed.js';
import { mappedHash } from '#operations/feeds/payload-hash.js';
import type { Platform } from '#operations/platform.js';
import type { FeedPassInput, FeedPassName, FeedPassResult } from '#workflows/feeds/feeds.contract.js';

const CHUNK = 500;
const DAY_MS = 86_400_000;

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'clock' | 'operations'> & {
  feeds: ReadonlyMap<FeedId, Feed>;
};

interface Progress extends FeedPassResult {
  after: string | null;
}

/** Passes over the variants of a feed, each in chunks of their own transaction. */
export function createFeedPasses({ knex, unitOfWork, clock, operations }: Omit<Deps, 'feeds'>) {
  const intents = createIntentsRepository();
  const items = createItemsRepository();
  const passes = createPassesRepository();
  const connections = createConnectionsRepository();
  const context = () => systemContext({ name: 'feeds-passes' }, clock.now());

  /** Appends what a statement selects, chunk by chunk. Returns how many variants that were. */
  async function appendAll(
    feed: Feed,
    origin: IntentOrigin,
    select: string,
    bindings: readonly Knex.RawBinding[],
    report: (progress: Progress) => void,
  ): Promise<FeedPassResult> {
    const chunk = `select variant_id, array['${feed.id}']::text[] as feeds, '${origin}' as origin from (${select}) as due`;
    const result = { variants: 0, appended: 0 };
    let after: { variantId: string } | null = null;
    do {
      const cursor: { variantId: string } | null = after;
      after = await unitOfWork.run(context(), (tx) =>
        intents.requestAfter(tx, chunk, bindings, cursor, CHUNK),
      );
      if (after) result.variants += CHUNK;
      report({ ...result, after: after?.variantId ?? null });
    } while (after);
    return result;
  }

  async function boundaries(feed: Feed, report: (progress: Progress) => void): Promise<FeedPassResult> {
    const to = clock.now();
    const known = await passes.read(knex, feed.id, 'boundaries');
    const from = known?.watermark ?? new Date(to.getTime() - DAY_MS);
    const window = [feed.id, feed.target(), from, to];
    const result = await appendAll(
      feed,
      'boundary',
      boundaryVariantsSql,
      [...window, ...window, ...window],
      report,
    );
    await unitOfWork.run(context(), (tx) =>
      passes.record(tx, feed.id, 'boundaries', { watermark: to, fingerprint: null }),
    );
    return result;
  }

  function refresh(feed: Feed, report: (progress: Progress) => void): Promise<FeedPassResult> {
    const before = new Date(clock.now().getTime() - REFRESH_AFTER_DAYS * DAY_MS);
    return appendAll(feed, 'refresh', staleItemsSql, [feed.id, feed.target(), before], report);
  }

  /** Whether the remote side has something else of a variant than it should have. */
  function differs(feed: Feed, variant: FeedVariant, item: FeedItem | undefined, now: Date): boolean {
    if (item?.withdrawn) return false;
    const mapped = feed.map(variant, now);
    if ('skip' in mapped) return !!item?.remoteId;
    return mappedHash(mapped, feed.mapperVersion) !== item?.hash;
  }

  async function reconcile(
    feed: Feed,
    report: (progress: Progress) => void,
    signal: AbortSignal,
    earlier: Progress | undefined,
  ): Promise<FeedPassResult> {
    const began = clock.now();
    const fingerprint = feed.fingerprint();
    const scope = { feed: feed.id, target: feed.target() };
    const progress: Progress = earlier ?? { variants: 0, appended: 0, after: null };
    for (;;) {
      signal.throwIfAborted();
      const variants = await readFeedVariantsAfter(knex, progress.after, CHUNK);
      if (variants.length === 0) break;
      const known = await items.byVariant(
        knex,
        scope,
        variants.map(({ variantId }) => variantId),
      );
      const wanted = variants.filter((variant) =>
        differs(feed, variant, known.get(variant.variantId), clock.now()),
      );
      progress.appended += await append(
        feed,
        wanted.map(({ variantId }) => variantId),
      );
      progress.variants += variants.length;
      progress.after = variants.at(-1)?.variantId ?? null;
      report(progress);
    }
    await appendAll(feed, 'reconcile', orphanedItemsSql, [scope.feed, scope.target], report);
    await unitOfWork.run(context(), async (tx) => {
      await passes.record(tx, feed.id, 'reconcile', { watermark: began, fingerprint });
      await operations.feedSteps.lift(tx, feed.id);
    });
    return { variants: progress.variants, appended: progress.appended };
  }

  async function append(feed: Feed, variantIds: string[]): Promise<number> {
    if (variantIds.length === 0) return 0;
    return unitOfWork.run(context(), (tx) =>
      intents.appendSelected(tx, [feed.id], 'reconcile', 'select unnest(?::uuid[]) as variant_id', [
        variantIds,
      ]),
    );
  }

  /** A feed that was not bootstrapped at its present target has nothing to be compared or renewed there. */
  async function begins(feed: Feed, pass: FeedPassName): Promise<boolean> {
    const { startedTarget } = await connections.read(knex, feed.id);
    if (startedTarget === feed.target()) return true;
    // A changed setting ends a pause all the same: items sent by hand go before a bootstrap.
    if (pass === 'reconcile') await unitOfWork.run(context(), (tx) => operations.feedSteps.lift(tx, feed.id));
    return false;
  }

  return { boundaries, refresh, reconcile, begins };
}

export function createFeedPassesActivities(deps: Deps) {
  const { feeds } = deps;
  const passes = createFeedPasses(deps);

  return {
    /** One pass. A later attempt of `reconcile` goes on where an earlier one has come to. */
    async runFeedPass({ pass: key }: FeedPassInput): Promise<FeedPassResult> {
      const [pass, id] = key.split('-') as [FeedPassName, FeedId];
      const feed = feeds.get(id);
      if (!feed || !(await passes.begins(feed, pass))) return { variants: 0, appended: 0 };
      const signal = cancellationSignal();
      let progress: Progress | undefined;
      const report = (next: Progress) => {
        signal.throwIfAborted();
        progress = next;
        heartbeat(next);
      };
      const work = async () => {
        if (pass === 'boundaries') return passes.boundaries(feed, report);
        if (pass === 'refresh') return passes.refresh(feed, report);
        const earlier = activityInfo().heartbeatDetails as Progress | undefined;
        return passes.reconcile(feed, report, signal, earlier && { ...earlier });
      };
      return withHeartbeat(work, () => progress);
    },
  };
}

export type FeedPassesActivities = ReturnType<typeof createFeedPassesActivities>;
