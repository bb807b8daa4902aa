import { setHandler } from '@temporalio/workflow';
import type { ProductImportsActivities } from '#activities/product-imports/product-imports.activities.js';
import { awaitOutage } from '#workflows/_shared/await-outage.js';
import { databaseStep, longPass } from '#workflows/_shared/activity-presets.js';
import { setProgress } from '#workflows/_shared/outcome.js';
import { proxyActivities } from '#workflows/_shared/steps.js';
import { runInRounds } from '#workflows/_shared/rounds.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import {
  type importProducts as contract,
  importProgressQuery,
  type ImportProductsInput,
  type ImportProgress,
} from './product-imports.contract.js';

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
  summary: 'Record that the import ended early',
});

export const importProducts: WorkflowOf<typeof contract> = async (input: ImportProductsInput) => {
  const { importId, origin } = input;
  let progress = null as ImportProgress | null;
  setHandler(importProgressQuery, () => progress);
  await runInRounds(input, {
    round: async () => {
      progress = await awaitOutage(() => importProductRows({ importId, origin }));
      setProgress(`${progress.bytesRead} of ${progress.fileSize} bytes read`);
      return progress;
    },
    ended: async ({ state, error }) => {
      await endProductImport({ importId, status: state, error, origin });
      await clearProductImport({ importId });
    },
    failure: 'The import failed because of an internal error',
  });
  await clearProductImport({ importId });
};
