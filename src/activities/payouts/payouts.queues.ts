import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import { sharedPdfRenderer } from '#activities/_shared/shared-pdf-renderer.js';
import type { Platform } from '#operations/platform.js';
import { createAccountTestActivities } from './account-test.activities.js';
import { createPayoutRunActivities } from './payout-run.activities.js';
import { createStatementDocumentsPass } from './statement-documents.js';
import { createTransferActivities } from './transfer.activities.js';

export function createPayoutsQueues(platform: Platform): FeatureActivities {
  const pdf = sharedPdfRenderer(platform);
  return {
    queues: {
      core: {
        ...createPayoutRunActivities(platform),
        ...createTransferActivities(platform),
        ...createAccountTestActivities(platform),
      },
    },
    passes: { 'payout-statements': createStatementDocumentsPass({ ...platform, pdf }) },
    close: () => pdf.close(),
  };
}
