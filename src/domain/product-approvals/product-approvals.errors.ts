import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const productApprovalsErrors = defineErrors({
  decided: {
    code: 'CONFLICT',
    status: 409,
    message: 'The approval is no longer pending: it is {state}',
    when: 'an approval that was approved, rejected or withdrawn is decided or withdrawn',
  },
  outdated: {
    code: 'CONFLICT',
    status: 409,
    message: 'The product or what is to be approved has changed: look at version {version} and decide again',
    when: 'a decision names another version than the current one, or the product has become another since it was submitted',
  },
  productDeleted: {
    code: 'CONFLICT',
    status: 409,
    message: 'The product has been deleted: the approval is withdrawn',
    when: 'a product that was deleted while it waited is approved',
  },
  vendorSuspended: {
    code: 'CONFLICT',
    status: 409,
    message: 'The vendor is suspended: reinstate it, then approve its products',
    when: 'a product of a suspended vendor is approved',
  },
});
