import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const checkoutErrors = defineErrors({
  emptyCart: {
    code: 'CONFLICT',
    status: 409,
    message: 'The cart is empty',
    when: 'an order is placed of an empty cart',
  },
  notPlaceable: {
    code: 'CONFLICT',
    status: 409,
    message: '{reasons}',
    when: 'an order is placed while something in the cart cannot be bought like that; the message names it',
  },
  totalChanged: {
    code: 'CONFLICT',
    status: 409,
    message: 'The total is now {shown} ({total} subunits)',
    when: 'the total differs from the `expectedTotal` that was sent; the message says the new one',
  },
  outOfStock: {
    code: 'CONFLICT',
    status: 409,
    message: '{what}',
    when: 'not everything can be reserved; the message names what is short',
  },
  optionNotEnabled: {
    code: 'CONFLICT',
    status: 409,
    message: 'Payment option {option} is not available on this platform',
    when: 'the chosen way to pay is not enabled for the platform',
  },
  optionNotConfigured: {
    code: 'CONFLICT',
    status: 409,
    message: 'Payment option {option} is not configured',
    when: 'the chosen way to pay is enabled, but its provider has no credentials',
  },
});
