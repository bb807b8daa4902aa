import { createPrintPass } from '#activities/_shared/print-pass.js';
import type { DrainPass } from '#activities/events/events.activities.js';
import { creditNoteDocuments } from '#db/invoices/credit-note-documents-tables.js';
import { createCreditNotesRepository } from '#db/invoices/credit-notes.repository.js';
import { layoutCreditNote } from '#domain/invoices/credit-note-document.js';
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

/** The page of a credit note and where its PDF is stored; undefined for one that does not exist. */
export function createCreditNoteLayout({ knex, template }: Pick<Deps, 'knex' | 'template'>) {
  const notes = createCreditNotesRepository();
  return async (creditNoteId: string): Promise<{ html: string; storageKey: string } | undefined> => {
    const note = await notes.find(knex, creditNoteId);
    if (!note) return undefined;
    const view = layoutCreditNote(note.snapshot, formatSerial(note), await template.read());
    const storageKey = `credit-notes/${note.vendorId}/${fileSerial(note)}.pdf`;
    return { html: await renderInvoiceHtml(view), storageKey };
  };
}

export type CreditNoteLayout = ReturnType<typeof createCreditNoteLayout>;

/** Prints credit notes on the page of invoices, with the template settings at the time of printing. */
export function createCreditNoteDocumentsPass(deps: Deps): DrainPass {
  const layout = createCreditNoteLayout(deps);
  const notes = createCreditNotesRepository();
  return createPrintPass(deps, 'credit-note-documents', creditNoteDocuments, {
    layout: ({ creditNoteId }) => layout(creditNoteId),
    record: (tx, { creditNoteId }, file) => notes.stored(tx, creditNoteId, file),
  });
}
