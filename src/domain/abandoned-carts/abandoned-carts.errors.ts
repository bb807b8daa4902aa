import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const abandonedCartsErrors = defineErrors({
  linkInvalid: {
    code: 'NOT_FOUND',
    status: 404,
    message: 'This link is not valid or has expired',
    when: 'a cart is restored by a token that is forged, cut or expired, or whose cart no longer exists',
  },
  nothingLeft: {
    code: 'CONFLICT',
    status: 409,
    message: 'This cart has been ordered or emptied',
    when: 'a cart is restored that was ordered, or has no items left',
  },
});
