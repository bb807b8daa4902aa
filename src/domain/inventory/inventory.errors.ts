import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const inventoryErrors = defineErrors({
  insufficientStock: {
    code: 'CONFLICT',
    status: 409,
    message: 'The stock on hand is not enough',
    when: 'an adjustment would take more than is on hand from a variant that may not be sold ahead',
  },
  alreadyInStock: {
    code: 'CONFLICT',
    status: 409,
    message: 'The variant is in stock',
    when: 'a back-in-stock mail is requested for a variant that can be bought now',
  },
  tooManyRequests: {
    code: 'CONFLICT',
    status: 409,
    message: 'An e-mail address can have at most {limit} open back-in-stock requests',
    when: 'one back-in-stock request too many is made for an e-mail address',
  },
});
