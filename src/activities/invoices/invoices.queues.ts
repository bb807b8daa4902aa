import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import { createExportAttempts } from '#activities/_shared/export-attempts.js';
import { sharedPdfRenderer } from '#activities/_shared/shared-pdf-renderer.js';
import { createReportExportsRepository } from '#db/reports/reports.repository.js';
import type { Platform } from '#operations/platform.js';
import { createChallanDocumentsPass } from './challan-documents.js';
import { createCommissionDocumentsPass } from './commission-documents.js';
import { createCommissionGstNotices } from './commission-gst-notices.js';
import { createCommissionInvoicesSweep } from './commission-invoices-sweep.js';
import { createCreditNoteDocumentsPass } from './credit-note-documents.js';
import { createDocumentReader } from './document-reader.js';
import { createDocumentArchiveActivities } from './document-archive.activities.js';
import { createInvoiceRequestsHandler } from './invoice-requests.js';
import { createUnissuedInvoicesSweep } from './unissued-invoices-sweep.js';
import { createInvoicesActivities } from './invoices.activities.js';

export function createInvoicesQueues(platform: Platform): FeatureActivities {
  const { knex } = platform;
  const pdf = sharedPdfRenderer(platform);
  const { invoices, template, documents, archivedDocument } = createDocumentReader(platform, pdf);
  const attempt = createExportAttempts({ ...platform, exports: createReportExportsRepository(knex) });
  return {
    queues: {
      core: createInvoicesActivities({ ...platform, invoices }),
      documents: {
        ...documents,
        ...createDocumentArchiveActivities({ knex, attempt, archivedDocument }),
      },
    },
    drains: {
      'invoice-requests': createInvoiceRequestsHandler({ ...platform, invoices }),
      'commission-gst-notices': createCommissionGstNotices(platform),
    },
    passes: {
      'credit-note-documents': createCreditNoteDocumentsPass({ ...platform, template, pdf }),
      'challan-documents': createChallanDocumentsPass({ ...platform, template, pdf }),
      'commission-documents': createCommissionDocumentsPass({ ...platform, template, pdf }),
    },
    sweeps: {
      core: {
        'commission-invoices': createCommissionInvoicesSweep(platform),
        'invoices-unissued': createUnissuedInvoicesSweep(platform),
      },
    },
    close: () => pdf.close(),
  };
}
