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
  full: {
    code: 'CONFLICT',
    status: 409,
    message: 'A cart holds at most {limit} different items',
    when: 'one item too many is put into a cart',
  },
});
