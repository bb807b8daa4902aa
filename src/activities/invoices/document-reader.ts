import { createCreditNotesRepository } from '#db/invoices/credit-notes.repository.js';
import { createInvoicesRepository } from '#db/invoices/invoices.repository.js';
import { createPublicDownload } from '#integrations/http/public-download.js';
import type { PdfRenderer } from '#integrations/pdf/pdf-renderer.js';
import { createPictureNotices } from '#operations/invoices/picture-notices.js';
import type { Platform } from '#operations/platform.js';
import { createArchivedDocument } from './archived-document.js';
import { createCreditNoteLayout } from './credit-note-documents.js';
import { createInvoiceDocumentsActivities } from './invoice-documents.activities.js';
import { createInvoiceTemplateReader } from './invoice-template.js';

/** Prints and reads the PDFs of invoices and credit notes, for whatever takes them along. */
export function createDocumentReader(platform: Platform, pdf: PdfRenderer) {
  const { config, knex } = platform;
  const invoices = createInvoicesRepository(knex);
  const download = createPublicDownload({ allowHttp: !config.production });
  const template = createInvoiceTemplateReader({
    ...platform,
    download,
    onMissing: createPictureNotices(platform),
  });
  const documents = createInvoiceDocumentsActivities({ ...platform, invoices, template, pdf });
  const archivedDocument = createArchivedDocument({
    ...platform,
    invoices,
    pdf,
    notes: createCreditNotesRepository(),
    printInvoice: documents.renderInvoiceDocument,
    layoutNote: createCreditNoteLayout({ knex, template }),
  });
  return { invoices, template, documents, archivedDocument };
}
