import type { Response } from 'express';
import { creditNoteDocuments } from '#db/invoices/credit-note-documents-tables.js';
import {
  isCreditNoteScopeKnown,
  listCreditNotes,
  readCreditNote,
} from '#db/invoices/credit-note-list.query.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { CreditNoteScope, ListedCreditNote } from '#domain/invoices/credit-note.js';
import { invoicesErrors } from '#domain/invoices/invoices.errors.js';
import { fileSerial } from '#domain/invoices/serial.js';
import type { Platform } from '#operations/platform.js';
import { createDocumentDownload } from './document-download.js';

/** Credit notes as operators, buyers and vendors read them; they are issued by what they are for. */
export function createCreditNotesService(platform: Platform) {
  const { knex } = platform;
  const send = createDocumentDownload(platform, creditNoteDocuments, () =>
    invoicesErrors.creditNoteRendering({}, { retryAfter: 2 }),
  );

  async function assertKnown(scope: CreditNoteScope): Promise<void> {
    if (!(await isCreditNoteScopeKnown(knex, scope))) throw platformErrors.notFound({ entity: 'Order' });
  }

  return {
    /** @throws AppError NOT_FOUND for an order that is not there for the caller */
    async list(scope: CreditNoteScope, query: ListQuery): Promise<Page<ListedCreditNote>> {
      await assertKnown(scope);
      return listCreditNotes(knex, scope, query);
    },

    /** Sends the PDF. @throws AppError NOT_FOUND, CONFLICT with `Retry-After` while it is being rendered */
    async download(
      ctx: Context,
      scope: CreditNoteScope & { creditNoteId: string },
      response: Response,
    ): Promise<void> {
      const note = await readCreditNote(knex, scope);
      if (!note) throw platformErrors.notFound({ entity: 'Credit note' });
      const key = { creditNoteId: note.id };
      await send(ctx, response, { ...note, key, name: `credit-note-${fileSerial(note)}` });
    },
  };
}
