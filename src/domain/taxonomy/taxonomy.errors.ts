import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const taxonomyErrors = defineErrors({
  hasChildren: {
    code: 'CONFLICT',
    status: 409,
    message: 'The category has subcategories: move or delete them first',
    when: 'a category with live categories under it is deleted',
  },
  parentDeleted: {
    code: 'VALIDATION_ERROR',
    status: 400,
    message: 'The parent category is deleted: restore it first',
    when: 'a category under a deleted one is restored',
  },
  requestDecided: {
    code: 'CONFLICT',
    status: 409,
    message: 'The request has already been decided',
    when: 'the request is no longer pending',
  },
  requestPending: {
    code: 'CONFLICT',
    status: 409,
    message: 'A request of this vendor for the slug is pending already',
    when: 'the vendor has a pending request for the same slug of the same taxonomy',
  },
});
