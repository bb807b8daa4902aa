import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const discountsErrors = defineErrors({
  couponNotFound: {
    code: 'NOT_FOUND',
    status: 404,
    message: 'There is no coupon {code}',
    when: 'the code of a coupon is unknown, or its discount is inactive, archived or deleted',
  },
  couponNotApplicable: {
    code: 'CONFLICT',
    status: 409,
    message: '{why}',
    when: 'a coupon does not apply to the cart; the message says why',
  },
  tooManyCoupons: {
    code: 'CONFLICT',
    status: 409,
    message: 'A cart holds at most {limit} coupons',
    when: 'one coupon too many is added to a cart',
  },
  tooManyCodes: {
    code: 'CONFLICT',
    status: 409,
    message: 'A discount has at most {limit} bulk codes ({left} are left)',
    when: 'more codes are created for a discount than it may have',
  },
  tooManyOffers: {
    code: 'CONFLICT',
    status: 409,
    message: 'At most {limit} automatic offers can be active: archive another one first',
    when: 'an automatic offer is switched on while as many as allowed are',
  },
  offerWithoutCodes: {
    code: 'CONFLICT',
    status: 409,
    message: 'An automatic offer applies without a code',
    when: 'bulk codes are created for an automatic offer',
  },
  giftGone: {
    code: 'CONFLICT',
    status: 409,
    message: 'The gift of {offer} is no longer available: reload the cart',
    when: 'a gift that the cart has shown runs out, or its automatic offer ends, before the order is placed',
  },
  couponChanged: {
    code: 'CONFLICT',
    status: 409,
    message: 'The coupon {code} has changed: reload the cart',
    when: 'the terms of a coupon change while its order is placed',
  },
  couponUsedUp: {
    code: 'CONFLICT',
    status: 409,
    message: 'The coupon {code} can no longer be used: reload the cart',
    when: 'the last use of a coupon goes to another order while this one is placed',
  },
});
