import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const settingsErrors = defineErrors({
  currencyFixed: {
    code: 'CONFLICT',
    status: 409,
    message: 'store.currency stays {currency}: there are orders in it',
    when: 'the currency of the store is changed after its first order',
  },
  permissionNeeded: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'Changing {key} requires the permission {permission}',
    when: 'a changed setting needs a permission that the caller does not hold',
  },
  adminOnly: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'Only an administrator may change {key}',
    when: 'a vendor writes a setting that is reserved to administrators',
  },
  ownerOnly: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'Only the owner of the vendor may change {key}',
    when: 'somebody other than its owner writes the bank details of a vendor',
  },
});
