import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const wishlistsErrors = defineErrors({
  guestsHaveNone: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'Sign up or sign in first: a guest has no wishlists',
    when: 'the session is that of a guest',
  },
  tooManyLists: {
    code: 'CONFLICT',
    status: 409,
    message: 'A customer has at most {limit} wishlists',
    when: 'one wishlist too many is created',
  },
  full: {
    code: 'CONFLICT',
    status: 409,
    message: 'A wishlist holds at most {limit} items',
    when: 'one item too many is added to a wishlist',
  },
});
