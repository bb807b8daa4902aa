import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const taxonomyErrors = defineErrors({
  hasChildren: {
    code: 'CONFLICT',
    status: 409,
    message: 'Categories stand under this one: move or delete them first',
    when: 'a category with live categories under it is deleted',
  },
  parentDeleted: {
    code: 'VALIDATION_ERROR',
    status: 400,
    message: 'The category above this one is deleted: restore that first',
    when: 'a category under a deleted one is restored',
  },
  requestDecided: {
    code: 'CONFLICT',
    status: 409,
    message: 'This request was already decided',
    when: 'the request is no longer pending',
  },
});
