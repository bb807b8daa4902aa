import { createDerivedRows } from '#db/kernel/derived-rows.js';

/** The PDF of each credit note. */
export const creditNoteDocuments = createDerivedRows<{ creditNoteId: string }>({
  name: 'invoices_credit_note_documents',
  key: { creditNoteId: 'uuid' },
});
