import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const ledgerErrors = defineErrors({
  unknownVendor: {
    code: 'VALIDATION_ERROR',
    status: 400,
    message: '`vendorId` must be the id of a vendor (got {vendorId})',
    when: 'the ledger of a vendor that does not exist is adjusted',
  },
});
