import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const customFieldsErrors = defineErrors({
  tooLarge: {
    code: 'VALIDATION_ERROR',
    status: 400,
    message: 'The custom fields of a row have at most 16 KiB together',
    when: 'custom fields are set that come to more than 16 KiB with those that the row has',
  },
});
