import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import { sharedPdfRenderer } from '#activities/_shared/shared-pdf-renderer.js';
import { createDocumentReader } from '#activities/invoices/document-reader.js';
import type { Platform } from '#operations/platform.js';
import { createEvidenceActivities } from './evidence.activities.js';
import { createProviderBooksActivities } from './provider-books.activities.js';

export function createReconciliationQueues(platform: Platform): FeatureActivities {
  const pdf = sharedPdfRenderer(platform);
  const { archivedDocument } = createDocumentReader(platform, pdf);
  return {
    queues: {
      core: createProviderBooksActivities(platform),
      documents: createEvidenceActivities({ ...platform, archivedDocument }),
    },
    close: () => pdf.close(),
  };
}
