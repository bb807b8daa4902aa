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
import type { Platform } from '#operations/platform.js';
import { createProductIndexer } from './index-products.js';

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'outbox' | 'search' | 'clock' | 'logger' | 'stopping'>;

/** After so long the activity returns its progress to the workflow. */
const REPORT_MS = 15_000;
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
      control.signal.throwIfAborted();
      const { finished, failed } = await pass(
        left.map((productId) => ({ productId })),
        control,
      );
      counts.indexed += finished.length;
      counts.failed += failed.length;
      const ended = new Set([...finished, ...failed].map(({ key }) => key.productId));
      left = left.filter((productId) => !ended.has(productId));
      control.heartbeat();
      if (left.length > 0) await sleep(AGAIN_MS, undefined, { signal: control.signal });
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

  /** The new collection has everything that the former one has: searches go to it from now on. */
  async function complete(run: SearchRun, origin: Origin): Promise<void> {
    const ctx = context(origin);
    if (run.builds && collectionVersion(run.builds) !== undefined) await search.swapAlias(run.builds);
    await unitOfWork.run(ctx, async (tx) => {
      if (run.builds) await collections.goLive(tx, search.kind, run.builds, ctx.now);
      await runs.end(tx, run, { state: 'completed', error: null }, ctx.now);
    });
    logger.info({ runId: run.id, indexed: run.indexed, failed: run.failed }, 'reindex completed');
  }

  /** Moves the checkpoint behind a batch; null where the run has ended or another worker continues it. */
  async function advance(
    run: SearchRun,
    batch: Batch,
    counts: Counts,
    origin: Origin,
  ): Promise<SearchRun | null> {
    const { cursor, size } = batch;
    const ctx = context(origin);
    const moved = await unitOfWork.run(ctx, (tx) => runs.advance(tx, run, { cursor, ...counts }, ctx.now));
    const after = {
      ...run,
      cursor,
      indexed: run.indexed + counts.indexed,
      failed: run.failed + counts.failed,
    };
    const { indexed, failed, total, vendorId } = after;
    logger.info({ runId: run.id, vendorId, cursor, batch: size, indexed, failed, total }, 'reindex batch');
    return moved ? after : null;
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

  return {
    /** Indexes batches from the checkpoint on for some seconds. Done when the run has ended, also by somebody else. */
    async indexBatches({ runId, origin }: { runId: string; origin: Origin }): Promise<{ done: boolean }> {
      const ctx = context(origin);
      const control = {
        heartbeat: () => heartbeat(),
        signal: AbortSignal.any([cancellationSignal(), stopping]),
      };
      const until = Date.now() + REPORT_MS;
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
      return { done: current === undefined || !['pending', 'running'].includes(current.state) };
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
