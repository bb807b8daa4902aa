import { cancellationSignal, heartbeat } from '@temporalio/activity';
import { outageReason } from '#activities/_shared/outage.js';
import type { InvoicesRepository } from '#db/invoices/invoices.repository.js';
import type { Origin } from '#domain/_shared/context.js';
import { layoutInvoice } from '#domain/invoices/invoice-document.js';
import { InvoiceRuleError } from '#domain/invoices/invoice-rule-error.js';
import { invoicesErrors } from '#domain/invoices/invoices.errors.js';
import { fileSerial, formatSerial } from '#domain/invoices/serial.js';
import { renderInvoiceHtml } from './invoice-html.js';
import type { PdfRenderer } from '#integrations/pdf/pdf-renderer.js';
import type { Storage } from '#integrations/storage/storage.js';
import type { Platform } from '#operations/platform.js';
import type { InvoiceTemplateReader } from './invoice-template.js';

type Deps = Pick<Platform, 'knex'> & {
  invoices: InvoicesRepository;
  template: InvoiceTemplateReader;
  pdf: PdfRenderer;
  storage: Storage;
};

/** On invoices that were cancelled before there were credit notes. */
const CANCELLED = 'This order was cancelled. No credit note has been issued for it.';

/** What only the workers with a browser can do. */
export function createInvoiceDocumentsActivities({ knex, invoices, template, pdf, storage }: Deps) {
  /** An operator sees in the row what a document waits for. */
  async function recordOutage(invoiceId: string, error: unknown): Promise<void> {
    const outage = outageReason(error);
    if (outage !== undefined) await invoices.recordOutage(invoiceId, outage).catch(() => undefined);
  }

  return {
    /**
     * Prints the frozen invoice with the current template settings, and stores the file under its number: the same key
     * for every revision, so that a new rendering replaces the old one.
     */
    async renderInvoiceDocument(input: {
      invoiceId: string;
      revision: number;
      origin: Origin;
    }): Promise<{ storageKey: string; fileSize: number }> {
      const row = await invoices.find(knex, input.invoiceId);
      if (!row?.snapshot || row.prefix === null || row.financialYear === null || row.sequence === null) {
        throw invoicesErrors.notIssued();
      }
      const { prefix, financialYear, sequence, vendorId } = row;
      const serial = { prefix, financialYear, sequence };
      const notices = (await invoices.isCancelledWithoutNote(knex, row.subOrderId)) ? [CANCELLED] : [];
      const view = layout(row.snapshot, formatSerial(serial), await template.read(), notices);
      const html = await renderInvoiceHtml(view);
      const file = await pdf.render(html, { signal: cancellationSignal(), heartbeat: () => heartbeat() });
      const storageKey = `invoices/${vendorId}/${fileSerial(serial)}.pdf`;
      try {
        await storage.put(storageKey, file, {
          contentType: 'application/pdf',
          contentLength: file.byteLength,
        });
      } catch (error) {
        await recordOutage(input.invoiceId, error);
        throw error;
      }
      return { storageKey, fileSize: file.byteLength };
    },
  };
}

/** A broken rule will be broken at the next attempt too: it is shown to the user, not retried. */
function layout(...args: Parameters<typeof layoutInvoice>) {
  try {
    return layoutInvoice(...args);
  } catch (error) {
    if (error instanceof InvoiceRuleError)
      throw invoicesErrors.notPrintable({ rule: error.message }, { cause: error });
    throw error;
  }
}

export type InvoiceDocumentsActivities = ReturnType<typeof createInvoiceDocumentsActivities>;
