import { createDerivedRows } from '#db/kernel/derived-rows.js';

/** The PDF of each delivery challan. */
export const challanDocuments = createDerivedRows<{ challanId: string }>({
  name: 'invoices_challan_documents',
  key: { challanId: 'uuid' },
});
