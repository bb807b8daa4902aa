import {
  CancellationScope,
  continueAsNew,
  isCancellation,
  proxyActivities,
  setHandler,
} from '@temporalio/workflow';
import type { ProductImportsActivities } from '#activities/product-imports/product-imports.activities.js';
import { databaseStep, longPass } from '#workflows/_shared/activity-presets.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import { failureReason } from '#lib/workflow/failures.js';
import {
  type importProducts as contract,
  importProgressQuery,
  type ImportProductsInput,
  type ImportProgress,
} from './product-imports.contract.js';

/** Rounds of some seconds each, after which the history is long enough to start afresh. */
const ROUNDS = 200;

const { importProductRows } = proxyActivities<ProductImportsActivities>({
  ...longPass,
  taskQueue: 'indexing',
  summary: 'Read on from the checkpoint',
});
const { clearProductImport } = proxyActivities<ProductImportsActivities>({
  ...longPass,
  taskQueue: 'indexing',
  summary: 'Remove the file',
});
const { endProductImport } = proxyActivities<ProductImportsActivities>({
  ...databaseStep,
  taskQueue: 'indexing',
});

export const importProducts: WorkflowOf<typeof contract> = async (input: ImportProductsInput) => {
  const { importId, origin } = input;
  let progress = null as ImportProgress | null;
  setHandler(importProgressQuery, () => progress);

  try {
    for (let round = 0; round < ROUNDS && !progress?.done; round += 1) {
      progress = await importProductRows({ importId, origin });
    }
  } catch (error) {
    // Cancelling the run must not cancel the record of it.
    await CancellationScope.nonCancellable(() => end(error));
    throw error;
  }
  if (!progress?.done) await continueAsNew<typeof importProducts>(input);
  await clearProductImport({ importId });

  async function end(error: unknown): Promise<void> {
    const cancelled = isCancellation(error);
    await endProductImport({
      importId,
      status: cancelled ? 'cancelled' : 'failed',
      error: cancelled ? null : failureReason(error, 'The import broke off because of a problem on our side'),
      origin,
    });
    await clearProductImport({ importId });
  }
};
