import { setTimeout as sleep } from 'node:timers/promises';
import { cancellationSignal, heartbeat } from '@temporalio/activity';
import { withHeartbeat } from '#activities/_shared/with-heartbeat.js';
import { createKeyedPass } from '#activities/_shared/derived-pass.js';
import type { RoundControl } from '#activities/events/events.activities.js';
import { createSearchCollectionsRepository } from '#db/search/search-collections.repository.js';
import { searchProducts } from '#db/search/search-products-tables.js';
import { createSearchRunsRepository } from '#db/search/search-runs.repository.js';
import { type Origin, systemContext } from '#domain/_shared/context.js';
import { collectionVersion } from '#domain/search/collection-name.js';
import type { SearchRun } from '#domain/search/search-run.js';
import type { Logger } from '#lib/logger.js';
import type { Platform } from '#operations/platform.js';
import { createProductIndexer } from './index-products.js';

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'outbox' | 'search' | 'clock' | 'logger' | 'stopping'>;

/** Batches from this size on have a step of the workflow each. */
const LARGE_BATCH = 100;
/** For so long a step takes small batches; a step for each would be most of the work. */
const SMALL_BATCHES_MS = 2_000;
/** Batches that are planned at once: with some seven events each, and the start of another run behind them. */
const PLANNED = 400;
/** Products of one statement: bounds the memory, whatever the batch size of the run. */
const CHUNK = 500;
/** Batches at once. */
const LANES = 2;
/** Rows that another pass holds, and products of an engine that is away, are tried again after so long. */
const AGAIN_MS = 300;
/** Ids of documents that are compared with the products at the end. */
const IDS = 1_000;

interface Counts {
  indexed: number;
  failed: number;
}

/** What a run has to do next. */
export interface ReindexPlan {
  batchSize: number;
  total: number;
  /** Products before the checkpoint. */
  passed: number;
  /** Where the run is: the last product that is passed. */
  cursor: string | null;
  /** For each batch its last product, and how many products are passed after it; null where batches are small. */
  batches: { upTo: string; passed: number }[] | null;
  /** Whether there are products behind the last of them. */
  more: boolean;
}

/** Products of one step of the checkpoint, on their way into the index. */
interface Batch {
  /** The last of them. */
  cursor: string;
  size: number;
  passed: Promise<Counts>;
}

export function createReindexActivities(deps: Deps) {
  const { knex, unitOfWork, search, clock, logger, stopping } = deps;
  const runs = createSearchRunsRepository(knex);
  const collections = createSearchCollectionsRepository(knex);
  const pass = createKeyedPass(deps, 'search-reindex', searchProducts, createProductIndexer(deps));
  const context = (origin: Origin) => systemContext(origin, clock.now());

  /**
   * Passes products until each one is written or has failed. A pass that holds one of them may write to the collections
   * of before this run, so that it is waited for.
   */
  async function passChunk(productIds: readonly string[], control: RoundControl): Promise<Counts> {
    const counts = { indexed: 0, failed: 0 };
    let left = productIds;
    while (left.length > 0) {
      const { finished, failed } = await pass(
        left.map((productId) => ({ productId })),
        control,
      );
      counts.indexed += finished.length;
      counts.failed += failed.length;
      const ended = new Set([...finished, ...failed].map(({ key }) => key.productId));
      left = left.filter((productId) => !ended.has(productId));
      control.heartbeat();
      if (left.length === 0) break;
      // A batch in hand is completed, unless it has to wait.
      control.signal.throwIfAborted();
      await sleep(AGAIN_MS, undefined, { signal: control.signal });
    }
    return counts;
  }

  async function passAll(productIds: readonly string[], control: RoundControl): Promise<Counts> {
    const counts = { indexed: 0, failed: 0 };
    for (let from = 0; from < productIds.length; from += CHUNK) {
      const { indexed, failed } = await passChunk(productIds.slice(from, from + CHUNK), control);
      counts.indexed += indexed;
      counts.failed += failed;
    }
    return counts;
  }

  /** Deletes documents whose product is gone: no further event names them. */
  async function removeGone({ vendorId }: SearchRun, control: RoundControl): Promise<void> {
    for (const { name } of await collections.list(search.kind)) {
      let after: string | null = null;
      for (;;) {
        const ids: string[] = await search.listIds(name, { after, limit: IDS, vendorId });
        await passAll(await runs.goneOf(ids), control);
        const last = ids.at(-1);
        if (last === undefined) break;
        after = last;
      }
    }
  }

  /**
   * The new collection has everything that the former one has: searches go to it from now on.
   * @returns false where the run has ended or was begun again meanwhile
   */
  async function complete(run: SearchRun, origin: Origin): Promise<boolean> {
    const ctx = context(origin);
    if (run.builds && collectionVersion(run.builds) !== undefined) await search.swapAlias(run.builds);
    const ended = await unitOfWork.run(ctx, async (tx) => {
      if (run.builds) await collections.goLive(tx, search.kind, run.builds, ctx.now);
      return runs.end(tx, run, { state: 'completed', error: null }, ctx.now);
    });
    logger.info({ runId: run.id, indexed: run.indexed, failed: run.failed }, 'reindex completed');
    return ended;
  }

  /** Moves the checkpoint behind a batch; null where the run has ended or another worker continues it. */
  async function advance(
    run: SearchRun,
    batch: Pick<Batch, 'cursor' | 'size'>,
    counts: Counts,
    origin: Origin,
  ): Promise<SearchRun | null> {
    const { cursor, size } = batch;
    const ctx = context(origin);
    const moved = await unitOfWork.run(ctx, (tx) => runs.advance(tx, run, { cursor, ...counts }, ctx.now));
    if (moved) logBatch(logger, moved, size);
    return moved ?? null;
  }

  /**
   * Works through batches until `isOver`, two at a time: while the database works on one, this process makes the
   * documents of the other. The checkpoint follows them in order, behind the batches that are complete.
   */
  async function passBatches(begun: SearchRun, origin: Origin, control: RoundControl, isOver: () => boolean) {
    let run: SearchRun | null = begun;
    let last = begun.cursor;
    let read = false;
    const inHand: Batch[] = [];
    try {
      while (run) {
        while (inHand.length < LANES && !read && !isOver()) {
          const ids = await runs.nextProducts({ ...run, cursor: last });
          const cursor = ids.at(-1);
          if (cursor === undefined) read = true;
          else inHand.push(startBatch(ids, cursor, control));
          last = cursor ?? last;
        }
        const [first] = inHand;
        if (!first) break;
        const counts = await first.passed;
        inHand.shift();
        run = await advance(run, first, counts, origin);
      }
    } finally {
      // What else was begun ends first: it holds leases.
      await Promise.allSettled(inHand.map(({ passed }) => passed));
    }
    if (!run) return;
    if (!read) {
      control.signal.throwIfAborted();
      return;
    }
    await removeGone(run, control);
    await complete(run, origin);
  }

  function startBatch(ids: readonly string[], cursor: string, control: RoundControl): Batch {
    const passed = passAll(ids, control);
    // Awaited in its turn, which may come after it has failed.
    passed.catch(() => undefined);
    return { cursor, size: ids.length, passed };
  }

  const controlOf = (): RoundControl => ({
    heartbeat: () => heartbeat(),
    signal: AbortSignal.any([cancellationSignal(), stopping]),
  });

  return {
    /**
     * Indexes small batches from the checkpoint on for some seconds. Done when the run has ended, also by somebody else.
     * @returns `passed`: products before the checkpoint
     */
    async indexBatches({
      runId,
      origin,
    }: {
      runId: string;
      origin: Origin;
    }): Promise<{ done: boolean; passed: number }> {
      const ctx = context(origin);
      const control = controlOf();
      const until = Date.now() + SMALL_BATCHES_MS;
      try {
        await withHeartbeat(async () => {
          const run = await unitOfWork.run(ctx, (tx) => runs.begin(tx, runId, ctx.now));
          const isOver = () => Date.now() >= until || control.signal.aborted;
          if (run) await passBatches(run, origin, control, isOver);
        });
      } catch (error) {
        // A process that stops leaves the rest to another one.
        if (!stopping.aborted || cancellationSignal().aborted) throw error;
      }
      const current = await runs.find(runId);
      const done = current === undefined || !['pending', 'running'].includes(current.state);
      return { done, passed: current ? passedOf(current) : 0 };
    },

    /** Indexes the products of one batch; the checkpoint stays where it is. */
    async indexBatch({ runId, after, upTo }: BatchInput): Promise<BatchCounts> {
      const control = controlOf();
      return withHeartbeat(async () => {
        const ids = await runs.productsBetween(runId, after, upTo);
        return { size: ids.length, ...(await passAll(ids, control)) };
      });
    },

    /**
     * Deletes documents whose product is gone, and completes the run.
     * @returns false where products are left: the run was begun again meanwhile
     */
    async finishReindex({ runId, origin }: { runId: string; origin: Origin }): Promise<boolean> {
      const control = controlOf();
      return withHeartbeat(async () => {
        const run = await runs.find(runId);
        if (run?.state !== 'running') return true;
        await removeGone(run, control);
        return complete(run, origin);
      });
    },

    /** Records that a run failed or was cancelled. */
    async endReindex(input: {
      runId: string;
      state: 'failed' | 'cancelled';
      error: string | null;
      origin: Origin;
    }): Promise<void> {
      const ctx = context(input.origin);
      const { runId: id, state, error } = input;
      await unitOfWork.run(ctx, (tx) => runs.end(tx, { id }, { state, error }, ctx.now));
    },
  };
}

export type ReindexActivities = ReturnType<typeof createReindexActivities>;

export interface BatchInput {
  runId: string;
  /** The last product before it; null for the first batch. */
  after: string | null;
  /** Its own last product. */
  upTo: string;
  origin: Origin;
}

export interface BatchCounts extends Counts {
  /** Products in all. */
  size: number;
}

const passedOf = ({ indexed, failed }: SearchRun): number => indexed + failed;

/** Short steps on the row of a run, between its batches. */
export function createReindexStepsActivities({ knex, unitOfWork, clock, logger }: Deps) {
  const runs = createSearchRunsRepository(knex);
  const context = (origin: Origin) => systemContext(origin, clock.now());
  return {
    /** What is to be done from the checkpoint on; null where the run has ended. */
    async planReindex({ runId, origin }: { runId: string; origin: Origin }): Promise<ReindexPlan | null> {
      const ctx = context(origin);
      const run = await unitOfWork.run(ctx, (tx) => runs.begin(tx, runId, ctx.now));
      if (!run) return null;
      const { batchSize, total, cursor } = run;
      const plan = { batchSize, total, cursor, passed: passedOf(run) };
      if (batchSize < LARGE_BATCH) return { ...plan, batches: null, more: true };
      const ends = await runs.endsOfBatches(run, PLANNED);
      const batches = ends.map(({ id, n }) => ({ upTo: id, passed: plan.passed + n }));
      return { ...plan, batches, more: batches.length === PLANNED };
    },

    /**
     * Moves the checkpoint behind a batch.
     * @returns false where the run has ended or was begun again meanwhile
     */
    async advanceReindex({
      runId,
      after,
      upTo,
      size,
      indexed,
      failed,
      origin,
    }: BatchInput & BatchCounts): Promise<boolean> {
      const ctx = context(origin);
      const run = await unitOfWork.run(ctx, (tx) =>
        runs.advance(tx, { id: runId, cursor: after }, { cursor: upTo, indexed, failed }, ctx.now),
      );
      // A repeat finds the checkpoint where it is to go.
      const row = run ?? (await runs.find(runId));
      if (row?.cursor !== upTo || row.state !== 'running') return false;
      if (run) logBatch(logger, run, size);
      return true;
    },
  };
}

export type ReindexStepsActivities = ReturnType<typeof createReindexStepsActivities>;

function logBatch(logger: Logger, run: SearchRun, size: number): void {
  const { id: runId, vendorId, cursor, indexed, failed, total } = run;
  logger.info({ runId, vendorId, cursor, batch: size, indexed, failed, total }, 'reindex batch');
}
