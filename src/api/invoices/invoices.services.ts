import { sharedService } from '#api/kernel/shared-service.js';
import type { Platform } from '#operations/platform.js';
import { createChallansService } from './challans.service.js';
import { createCommissionInvoicesService } from './commission-invoices.service.js';
import { createGstReturnsService } from './gst-returns.service.js';
import { listCreditNotes } from '#db/invoices/credit-note-list.query.js';
import { listInvoiceProblems } from '#db/invoices/invoice-problems.query.js';
import { listInvoices } from '#db/invoices/invoice-list.query.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { createCreditNotesService } from './credit-notes.service.js';
import { createDocumentArchivesService } from './document-archives.service.js';
import { createInvoiceDownload } from './invoice-download.js';
import { createInvoiceReadiness } from './invoice-readiness.js';
import { createInvoicesService } from './invoices.service.js';

/** The use cases of the feature, as route handlers see them. */
export function createInvoicesServices(platform: Platform) {
  const invoices = sharedService(platform, createInvoicesService);
  return {
    invoices,
    commissionInvoices: createCommissionInvoicesService(platform),
    challans: createChallansService(platform),
    creditNotes: createCreditNotesService(platform),
    documentArchives: createDocumentArchivesService(platform),
    gstReturns: createGstReturnsService(platform),
    invoiceLists: {
      invoices: (scope: { vendorId?: string }, query: ListQuery) =>
        listInvoices(platform.knex, scope, query, platform.counts),
      creditNotes: (scope: { vendorId?: string }, query: ListQuery) =>
        listCreditNotes(platform.knex, scope, query),
      problems: () => listInvoiceProblems(platform.knex),
    },
    invoiceDownload: createInvoiceDownload({ invoices, storage: platform.storage }),
    invoiceReadiness: createInvoiceReadiness({ ...platform, invoices }),
  };
}
