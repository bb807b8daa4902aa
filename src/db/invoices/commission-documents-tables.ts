import { createDerivedRows } from '#db/kernel/derived-rows.js';

/** The PDF of each commission invoice. */
export const commissionDocuments = createDerivedRows<{ commissionInvoiceId: string }>({
  name: 'invoices_commission_documents',
  key: { commissionInvoiceId: 'uuid' },
});
