import type { Knex } from '#db/kernel/knex.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { createSearchRunsRepository } from '#db/search/search-runs.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { searchEvents } from '#domain/search/search.events.js';
import type { Outbox } from '#events/outbox.js';
import { newId } from '#lib/ids.js';

export interface ReindexScope {
  vendorId: string | null;
  batchSize: number;
  /** The collection that goes live when the run is completed. */
  builds?: string;
  /** Somebody waits for the run to begin. */
  handOver?: boolean;
}

/**
 * Writes a run with its event, or joins the open run of the scope. A run that is to fill a new collection has an open
 * one begin again, because that may have left products behind it already.
 */
export function createReindexRequests({ knex, outbox }: { knex: Knex; outbox: Outbox }) {
  const runs = createSearchRunsRepository(knex);

  async function joinOpen(tx: Tx, ctx: Context, { vendorId, builds }: ReindexScope) {
    const run = await runs.findOpen(tx, vendorId);
    if (run && builds && run.builds !== builds) await runs.restart(tx, run.id, builds, ctx.now);
    return run;
  }

  return {
    async request(
      tx: Tx,
      ctx: Context,
      scope: ReindexScope,
    ): Promise<{ runId: string; batchSize: number; joined: boolean }> {
      const { vendorId, batchSize, builds = null, handOver = false } = scope;
      const open = await joinOpen(tx, ctx, scope);
      if (open) return { runId: open.id, batchSize: open.batchSize, joined: true };
      const id = newId();
      const row = { id, vendorId, batchSize, builds, actor: ctx.actor, now: ctx.now };
      if (!(await runs.insert(tx, row))) {
        // Somebody else was faster: the statement above has waited for them.
        const other = await joinOpen(tx, ctx, scope);
        if (other) return { runId: other.id, batchSize: other.batchSize, joined: true };
        throw new Error('The run of this scope ended in this moment');
      }
      const payload = { runId: id, vendorId };
      outbox.append(tx, ctx, searchEvents.reindexRequested, id, payload, { handOver });
      return { runId: id, batchSize, joined: false };
    },
  };
}

export type ReindexRequests = ReturnType<typeof createReindexRequests>;
