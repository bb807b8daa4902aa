import { isOutage } from '#activities/_shared/outage.js';
import type { MonthDocument } from '#db/invoices/month-documents.query.js';
import { AppError } from '#domain/_shared/app-error.js';
import { type PdfRenderer, PdfRenderError } from '#integrations/pdf/pdf-renderer.js';
import type { Storage } from '#integrations/storage/storage.js';
import type { InvoicesRepository } from '#db/invoices/invoices.repository.js';
import type { CreditNotesRepository } from '#db/invoices/credit-notes.repository.js';
import { type Origin, systemContext } from '#domain/_shared/context.js';
import type { Platform } from '#operations/platform.js';
import type { CreditNoteLayout } from './credit-note-documents.js';
import type { InvoiceDocumentsActivities } from './invoice-documents.activities.js';

type Deps = Pick<Platform, 'unitOfWork' | 'clock' | 'logger'> & {
  storage: Storage;
  invoices: InvoicesRepository;
  notes: CreditNotesRepository;
  printInvoice: InvoiceDocumentsActivities['renderInvoiceDocument'];
  layoutNote: CreditNoteLayout;
  pdf: PdfRenderer;
};

/** A page that crashed its browser once may not do so again. */
const TRIES = 2;
const UNKNOWN = 'The document could not be rendered';

/** The PDF of an issued document; one that has none is printed and kept, as if somebody had asked for it. */
export function createArchivedDocument(deps: Deps) {
  const { unitOfWork, clock, logger, storage, invoices, notes, printInvoice, layoutNote, pdf } = deps;

  async function stored(key: string): Promise<Buffer | undefined> {
    const file = await storage.get(key);
    return file ? Buffer.concat(await file.body.toArray()) : undefined;
  }

  async function printed(document: MonthDocument, origin: Origin, signal: AbortSignal): Promise<Uint8Array> {
    const { kind, id, requestedRev } = document;
    const ctx = systemContext(origin, clock.now());
    if (kind === 'invoice') {
      const file = await printInvoice({ invoiceId: id, revision: requestedRev, origin });
      await unitOfWork.run(ctx, (tx) => invoices.adopt(tx, { id, requestedRev, ...file }));
      const content = await stored(file.storageKey);
      if (!content) throw new Error('The document that was just stored is missing');
      return content;
    }
    const page = await layoutNote(id);
    if (!page) throw new Error('The credit note is missing');
    const { html, storageKey } = page;
    const content = await pdf.render(html, { signal });
    const contentLength = content.byteLength;
    await storage.put(storageKey, content, { contentType: 'application/pdf', contentLength });
    await unitOfWork.run(ctx, (tx) => notes.stored(tx, id, { storageKey, fileSize: contentLength }));
    return content;
  }

  return async (
    document: MonthDocument,
    origin: Origin,
    signal: AbortSignal,
  ): Promise<Uint8Array | { problem: string }> => {
    const { kind, id, storageKey } = document;
    const content = storageKey === null ? undefined : await stored(storageKey);
    if (content) return content;
    for (let tries = 1; ; tries += 1) {
      try {
        return await printed(document, origin, signal);
      } catch (error) {
        // The document is not what failed: the whole file is tried again.
        if (signal.aborted || isOutage(error) || isBrowserAway(error)) throw error;
        if (tries < TRIES && error instanceof PdfRenderError) continue;
        logger.warn({ err: error, kind, id }, 'document of an archive not rendered');
        return { problem: error instanceof AppError ? error.message : UNKNOWN };
      }
    }
  };
}

export type ArchivedDocument = ReturnType<typeof createArchivedDocument>;

function isBrowserAway(error: unknown): boolean {
  return error instanceof PdfRenderError && (error.failure === 'closed' || error.failure === 'no_browser');
}
