import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const bannersErrors = defineErrors({
  unknownEntityType: {
    code: 'BAD_REQUEST',
    status: 400,
    message: '`entityType` must be one of category, brand, tag, ingredient',
    when: 'the path names another kind of entry',
  },
});
