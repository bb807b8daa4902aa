import type { Origin } from '#domain/_shared/context.js';
import { contract, entityIds } from '#lib/workflow/contract.js';

export interface ReindexProductsInput {
  runId: string;
  /** Null for all vendors. */
  vendorId: string | null;
  origin: Origin;
}

const ids = entityIds<Pick<ReindexProductsInput, 'runId'>>('backfill', ({ runId }) => runId, 'start');

/** The documented id of the job of a run. */
export const reindexJobId = (runId: string): string => ids.id({ runId });

/**
 * Brings all products of a scope into the search index, batch by batch: each batch of a hundred products or more is a
 * separate step, smaller ones share steps of two seconds. Its checkpoint is the row of the run, so that nothing is lost or
 * done twice by the worker that goes on; cancelling it stops behind the batch in hand.
 */
export const reindexProducts = contract<ReindexProductsInput>()({
  name: 'reindexProducts',
  ...ids,
  onRunning: 'join',
  onClosed: 'refuse',
  searchAttributes: ({ vendorId }) => (vendorId === null ? {} : { vendorId }),
  // Which vendor is in the search attributes.
  summary: ({ vendorId }) =>
    vendorId === null ? 'Reindex all products' : 'Reindex the products of one vendor',
});
