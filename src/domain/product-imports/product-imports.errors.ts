import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const productImportErrors = defineErrors({
  notAProductFile: {
    code: 'VALIDATION_ERROR',
    status: 400,
    message: 'This is not a product file: {reason}',
    when: 'the uploaded file cannot be read as a Shopify product CSV (no handle column, not UTF-8 text, empty)',
  },
  tooManyImports: {
    code: 'CONFLICT',
    status: 409,
    message:
      '{open} imports of this vendor are waiting or running, and at most {limit} may: wait until one has ended',
    when: 'a vendor uploads a product file while five of its imports wait or run',
  },
  unknownImport: {
    code: 'NOT_FOUND',
    status: 404,
    message: 'The import does not exist',
    when: 'the row of an import has gone while its file was read',
    recordedOnly: true,
  },
  fileMissing: {
    code: 'NOT_FOUND',
    status: 404,
    message: 'The uploaded file no longer exists',
    when: 'the stored file of an import has gone before it was read to its end',
    recordedOnly: true,
  },
});
