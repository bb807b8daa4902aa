import { setTimeout as sleep } from 'node:timers/promises';
import { cancellationSignal, heartbeat } from '@temporalio/activity';
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
const BEAT_MS = 3_000;
/** Products of one statement: bounds the memory, whatever the batch size of the run. */
const CHUNK = 500;
const LANES = 2;
/** Rows that another pass holds, and products of an engine that is away, are tried again after so long. */
const AGAIN_MS = 300;
/** Ids of documents that are compared with the products at the end. */
const IDS = 1_000;

interface Counts {
  indexed: number;
  failed: number;
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

  /** Two chunks at once: while the database works on one, this process makes the documents of the other. */
  async function passAll(productIds: readonly string[], control: RoundControl): Promise<Counts> {
    const counts = { indexed: 0, failed: 0 };
    const size = Math.max(1, Math.min(CHUNK, Math.ceil(productIds.length / LANES)));
    let next = 0;
    const lane = async () => {
      while (next < productIds.length) {
        const chunk = productIds.slice(next, (next += size));
        const { indexed, failed } = await passChunk(chunk, control);
        counts.indexed += indexed;
        counts.failed += failed;
      }
    };
    const ended = await Promise.allSettled(Array.from({ length: LANES }, lane));
    for (const result of ended) if (result.status === 'rejected') throw result.reason;
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

  /** One batch; the run as it is then, null where it has ended or somebody else goes on with it. */
  async function batch(run: SearchRun, origin: Origin, control: RoundControl): Promise<SearchRun | null> {
    const ids = await runs.nextProducts(run);
    const cursor = ids.at(-1);
    if (cursor === undefined) {
      await removeGone(run, control);
      await complete(run, origin);
      return null;
    }
    const counts = await passAll(ids, control);
    const ctx = context(origin);
    const moved = await unitOfWork.run(ctx, (tx) => runs.advance(tx, run, { cursor, ...counts }, ctx.now));
    const after = {
      ...run,
      cursor,
      indexed: run.indexed + counts.indexed,
      failed: run.failed + counts.failed,
    };
    const { indexed, failed, total, vendorId } = after;
    logger.info(
      { runId: run.id, vendorId, cursor, batch: ids.length, indexed, failed, total },
      'reindex batch',
    );
    return moved ? after : null;
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
      const beat = setInterval(() => heartbeat(), BEAT_MS);
      try {
        let run: SearchRun | null =
          (await unitOfWork.run(ctx, (tx) => runs.begin(tx, runId, ctx.now))) ?? null;
        while (run && Date.now() < until && !stopping.aborted) {
          if (cancellationSignal().aborted) throw cancellationSignal().reason;
          run = await batch(run, origin, control);
        }
      } catch (error) {
        // A process that stops leaves the rest to another one.
        if (!stopping.aborted || cancellationSignal().aborted) throw error;
      } finally {
        clearInterval(beat);
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
