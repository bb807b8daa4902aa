import type { UploadSweepActivities } from '#activities/product-imports/upload-sweep.activities.js';
import { longPass } from '#workflows/_shared/activity-presets.js';
import { proxyActivities } from '#workflows/_shared/steps.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import type { sweepUploads as contract, SweepUploadsInput } from './product-imports.contract.js';

const { sweepProductFiles } = proxyActivities<UploadSweepActivities>({
  ...longPass,
  taskQueue: 'indexing',
  summary: 'Delete product files without an import',
});

export const sweepUploads: WorkflowOf<typeof contract> = async (input: SweepUploadsInput) => {
  return sweepProductFiles({ olderThanHours: input.olderThanHours });
};
