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
    message: 'The total is now {shown}',
    when: 'the total differs from the `expectedTotal` that was sent; the message says the new one',
  },
  outOfStock: {
    code: 'CONFLICT',
    status: 409,
    message: '{what}',
    when: 'not everything can be reserved; the message names what is short',
  },
  cashNeedsProof: {
    code: 'CONFLICT',
    status: 409,
    message:
      'Confirm your e-mail address to pay on delivery: `POST /store/carts/:cartId/email/code` sends a code',
    when: 'a buyer without an account chooses to pay on delivery, and the store asks for a confirmed e-mail address',
  },
  cashNotForGuests: {
    code: 'CONFLICT',
    status: 409,
    message: 'Sign in to pay on delivery, or choose another way to pay',
    when: 'a buyer without an account chooses to pay on delivery, which the store does not offer to guests',
  },
  cashOpenOrders: {
    code: 'CONFLICT',
    status: 409,
    message:
      'There are {limit} open orders on delivery for this e-mail address or place: pay in advance, sign in, or wait for them',
    when: 'a buyer without an account has too many open orders on delivery',
  },
  cashPieces: {
    code: 'CONFLICT',
    status: 409,
    message:
      'Without an account at most {limit} pieces a day can be ordered on delivery: pay in advance, or sign in',
    when: 'a buyer without an account orders more pieces on delivery than the store allows in a day',
  },
  amountTooSmall: {
    code: 'CONFLICT',
    status: 409,
    message: 'Payment option {option} takes at least {minimum}: choose another way to pay',
    when: 'the total is below the minimum amount of the chosen payment provider',
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
