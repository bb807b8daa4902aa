import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const paymentsErrors = defineErrors({
  notConfigured: {
    code: 'CONFLICT',
    status: 409,
    message: 'The payment option is not configured: {key} is missing',
    when: 'a payment is started with a provider whose credentials are not set',
  },
  refundNotByHand: {
    code: 'CONFLICT',
    status: 409,
    message: 'The refund is processed by its payment provider',
    when: 'a refund that the payment provider sends is recorded as paid by hand',
  },
  refundAlreadyPaid: {
    code: 'CONFLICT',
    status: 409,
    message: 'The refund is already recorded with the reference {reference}',
    when: 'a refund that was paid by hand is recorded again with another reference',
  },
  orderUnpaid: {
    code: 'CONFLICT',
    status: 409,
    message: 'No money of this order has arrived that could go back',
    when: 'an order is refunded that is not paid',
  },
  refundExceedsLeft: {
    code: 'CONFLICT',
    status: 409,
    message: 'At most {left} subunits of this are left to refund',
    when: 'a refund is more than was captured and neither refunded nor pending',
  },
  refundPiecesLeft: {
    code: 'CONFLICT',
    status: 409,
    message: '{left} pieces of the line {lineId} are left to refund',
    when: 'more pieces of a line are refunded than are neither refunded nor in an open return',
  },
  badSignature: {
    code: 'UNAUTHORIZED',
    status: 401,
    message: 'The webhook signature is not valid',
    when: 'a payment webhook has no signature, or one that was not made with the secret',
  },
  unreadableWebhook: {
    code: 'BAD_REQUEST',
    status: 400,
    message: 'The webhook body is invalid: {reason}',
    when: 'a correctly signed payment webhook is not JSON or misses a field it must have',
  },
});
