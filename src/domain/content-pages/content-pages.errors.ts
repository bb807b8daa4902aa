import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const contentPagesErrors = defineErrors({
  slugTaken: {
    code: 'CONFLICT',
    status: 409,
    message: 'Another live page has this slug',
    when: 'a page is written or restored with the slug of another live page',
  },
  hasChildren: {
    code: 'CONFLICT',
    status: 409,
    message: 'Pages stand under this one: move or delete them first',
    when: 'a page with live pages under it is deleted',
  },
  parentDeleted: {
    code: 'VALIDATION_ERROR',
    status: 400,
    message: 'The page above this one is deleted: restore that first',
    when: 'a page under a deleted one is restored',
  },
  tooDeep: {
    code: 'VALIDATION_ERROR',
    status: 400,
    message: 'Pages can stand at most {most} levels deep',
    when: 'a page is restored where it would stand too deep',
  },
  tooManyCopies: {
    code: 'VALIDATION_ERROR',
    status: 400,
    message: 'At most {most} pages can be duplicated at once',
    when: 'the page that is duplicated has more pages under it',
  },
});
