import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const cartsErrors = defineErrors({
  notOpen: {
    code: 'CONFLICT',
    status: 409,
    message: 'The cart has already been ordered',
    when: 'a cart that became an order, or was merged into another, is changed',
  },
  notAvailable: {
    code: 'CONFLICT',
    status: 409,
    message: '{reason}',
    when: 'an item that is not sold (any more) is put into a cart',
  },
  tooMuch: {
    code: 'CONFLICT',
    status: 409,
    message: '{reason}',
    when: 'an item is put into a cart, or more of it, that then comes to more than can be ordered at once',
  },
  noEmail: {
    code: 'CONFLICT',
    status: 409,
    message: 'This cart has no e-mail address yet',
    when: 'a code is asked for, or confirmed, before the cart has an e-mail address',
  },
  wrongCode: {
    code: 'CONFLICT',
    status: 409,
    message: 'This code is wrong, or was used too late or too often: ask for a new one',
    when: 'the code that is to confirm the e-mail address of a cart is not the newest one, or not valid any more',
  },
  full: {
    code: 'CONFLICT',
    status: 409,
    message: 'A cart holds at most {limit} different items',
    when: 'one item too many is put into a cart',
  },
});
