import { createDerivedPass } from '#activities/_shared/derived-pass.js';
import type { DrainPass, RoundControl } from '#activities/events/events.activities.js';
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

/** A document takes about a second: a round stays well below the time after which an activity is given up. */
const BATCH = 20;

/** Prints credit notes on the page of invoices, with the template settings at the time of printing. */
export function createCreditNoteDocumentsPass(deps: Deps): DrainPass {
  const { knex, template, pdf, storage, logger } = deps;
  const notes = createCreditNotesRepository();

  async function print(
    creditNoteId: string,
    { signal, heartbeat }: RoundControl,
  ): Promise<{ storageKey: string; fileSize: number } | undefined> {
    const note = await notes.find(knex, creditNoteId);
    if (!note) return undefined;
    const view = layoutCreditNote(note.snapshot, formatSerial(note), await template.read());
    const file = await pdf.render(await renderInvoiceHtml(view), { signal, heartbeat });
    const storageKey = `credit-notes/${note.vendorId}/${fileSerial(note)}.pdf`;
    await storage.put(storageKey, file, { contentType: 'application/pdf', contentLength: file.byteLength });
    return { storageKey, fileSize: file.byteLength };
  }

  const pass = createDerivedPass(
    deps,
    'credit-note-documents',
    creditNoteDocuments,
    async (taken, control) => {
      const finished = [];
      const failed = [];
      const files = new Map<string, { storageKey: string; fileSize: number }>();
      for (const row of taken) {
        if (control.signal.aborted) break;
        const { creditNoteId } = row.key;
        try {
          const file = await print(creditNoteId, control);
          if (file) files.set(creditNoteId, file);
          finished.push(row);
        } catch (error) {
          if (control.signal.aborted) break;
          logger.warn({ err: error, creditNoteId }, 'credit note not rendered');
          failed.push({ ...row, error: error instanceof Error ? error.message : String(error) });
        }
      }
      return {
        ...{ finished, failed },
        record: async (tx, _ctx, keys) => {
          for (const { creditNoteId } of keys) {
            const file = files.get(creditNoteId);
            if (file) await notes.stored(tx, creditNoteId, file);
          }
        },
      };
    },
  );
  return ({ limit, ...control }) => pass({ ...control, limit: Math.min(limit, BATCH) });
}
