import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const ordersErrors = defineErrors({
  notPayable: {
    code: 'CONFLICT',
    status: 409,
    message: 'The order is not waiting for a payment',
    when: 'a payment is started, or its page opened, for an order that is paid, cancelled, or whose time to pay is over',
  },
  notCancellable: {
    code: 'CONFLICT',
    status: 409,
    message:
      'The order can no longer be cancelled: a sub-order is already fulfilled, or one of its parcels is sent',
    when: 'an order is cancelled after one of its sub-orders has moved on',
  },
  notMarkable: {
    code: 'CONFLICT',
    status: 409,
    message: 'Only a confirmed cash-on-delivery order can be marked paid',
    when: 'an order that is not confirmed, or is paid online, is marked paid',
  },
  subOrderState: {
    code: 'CONFLICT',
    status: 409,
    message: 'This sub-order is {status} and cannot be {move}',
    when: 'a sub-order is moved from a state that does not lead there',
  },
  notConfirmed: {
    code: 'CONFLICT',
    status: 409,
    message: 'The order of this sub-order is not confirmed',
    when: 'a sub-order of an unconfirmed order is moved',
  },
});
