import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const reviewsErrors = defineErrors({
  notDelivered: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'Only buyers who received the product can review it',
    when: 'the buyer has no delivered order of the product',
  },
  alreadyReviewed: {
    code: 'CONFLICT',
    status: 409,
    message: 'You have already reviewed this product',
    when: 'the buyer has a review of the product, in whatever state',
  },
});
