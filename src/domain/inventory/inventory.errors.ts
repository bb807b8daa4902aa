import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const inventoryErrors = defineErrors({
  insufficientStock: {
    code: 'CONFLICT',
    status: 409,
    message: 'The stock on hand is not enough',
    when: 'an adjustment would take more than is on hand from a variant that may not be sold ahead',
  },
});
