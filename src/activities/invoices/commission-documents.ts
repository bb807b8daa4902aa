import { createPrintPass } from '#activities/_shared/print-pass.js';
import type { DrainPass } from '#activities/events/events.activities.js';
import { commissionDocuments } from '#db/invoices/commission-documents-tables.js';
import { createCommissionInvoicesRepository } from '#db/invoices/commission-invoices.repository.js';
import { layoutCommissionInvoice } from '#domain/invoices/commission-invoice-document.js';
import { fileSerial, formatSerial } from '#domain/invoices/serial.js';
import type { PdfRenderer } from '#integrations/pdf/pdf-renderer.js';
import type { Storage } from '#integrations/storage/storage.js';
import type { Platform } from '#operations/platform.js';
import { renderInvoiceHtml } from './invoice-html.js';
import type { InvoiceTemplateReader } from './invoice-template.js';

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'clock' | 'logger'> & {
  template: InvoiceTemplateReader;
  pdf: PdfRenderer;
  storage: Storage;
};

/** Prints commission invoices on the page of invoices, with the template settings at the time of printing. */
export function createCommissionDocumentsPass(deps: Deps): DrainPass {
  const { knex, template } = deps;
  const invoices = createCommissionInvoicesRepository();
  return createPrintPass(deps, 'commission-documents', commissionDocuments, {
    layout: async ({ commissionInvoiceId }) => {
      const invoice = await invoices.find(knex, commissionInvoiceId);
      if (!invoice) return undefined;
      const view = layoutCommissionInvoice(invoice.snapshot, formatSerial(invoice), await template.read());
      const storageKey = `commission-invoices/${invoice.vendorId}/${fileSerial(invoice)}.pdf`;
      return { html: await renderInvoiceHtml(view), storageKey };
    },
    record: (tx, { commissionInvoiceId }, file) => invoices.stored(tx, commissionInvoiceId, file),
  });
}
