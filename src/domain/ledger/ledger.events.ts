import { defineEvent } from '#domain/_shared/event.js';

export const ledgerEvents = {
  adjusted: defineEvent<{ transactionId: string; vendorId: string; amount: number }>(
    'ledger.adjusted',
    'vendor',
    'An operator adjusted the account of a vendor in the ledger',
  ),
};
