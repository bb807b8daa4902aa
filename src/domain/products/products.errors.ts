import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const productsErrors = defineErrors({
  duplicateCombination: {
    code: 'CONFLICT',
    status: 409,
    message: 'Two variants have the same combination of options',
    when: 'two live variants of a product would have the same combination of option values',
  },
});
