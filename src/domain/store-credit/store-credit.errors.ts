import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const storeCreditErrors = defineErrors({
  off: {
    code: 'CONFLICT',
    status: 409,
    message: 'This store has no store credit',
    when: 'store credit is used, granted or chosen for a refund while `store_credit.enabled` is false',
  },
  balanceTooLow: {
    code: 'CONFLICT',
    status: 409,
    message: 'The store credit is {balance}: {wanted} is more than that',
    when: 'an order uses, or an operator deducts, more store credit than there is, also when two orders do at once',
  },
  aboveTotal: {
    code: 'VALIDATION_ERROR',
    status: 400,
    message: '`storeCredit` must be at most the total of the order, {total}',
    when: 'an order uses more store credit than it costs',
  },
  accountDeleted: {
    code: 'CONFLICT',
    status: 409,
    message: 'The account of this buyer is being deleted: it takes no store credit',
    when: 'an operator grants store credit while the account of the buyer is being deleted',
  },
  needsAccount: {
    code: 'CONFLICT',
    status: 409,
    message: 'Store credit needs an account: sign in first',
    when: 'a guest pays with store credit or chooses it for a refund',
  },
});
