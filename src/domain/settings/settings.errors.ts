import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const settingsErrors = defineErrors({
  currencyFixed: {
    code: 'CONFLICT',
    status: 409,
    message: 'store.currency stays {currency}: there are orders in it',
    when: 'the currency of the store is changed after its first order',
  },
  adminOnly: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'Only an administrator may change {key}',
    when: 'a vendor writes a setting that is reserved to administrators',
  },
});
