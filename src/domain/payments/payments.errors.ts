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
  refundAtProvider: {
    code: 'CONFLICT',
    status: 409,
    message: 'The payment provider has this refund as {status}: it must not be paid another way',
    when: 'a failed refund is recorded as paid another way while its provider processes it, or has sent it',
  },
  refundUnknownAtProvider: {
    code: 'CONFLICT',
    status: 409,
    message:
      'The payment provider cannot be asked whether it sent this refund: send `confirmUnknown: true` to record it all the same',
    when: 'a failed refund is recorded as paid another way and its provider does not respond, or keeps no books of refunds',
  },
  refundNotFailed: {
    code: 'CONFLICT',
    status: 409,
    message: 'Only a failed refund can be sent again or given up (it is {status})',
    when: 'a refund that has not failed is sent again or given up',
  },
  refundGivenUp: {
    code: 'CONFLICT',
    status: 409,
    message: 'The refund was given up: {reason}',
    when: 'a refund that was given up is recorded as paid, or sent again',
  },
  refundBelowMinimum: {
    code: 'CONFLICT',
    status: 409,
    message: 'The payment provider refunds at least {minimum}',
    when: 'a refund is below the smallest amount that the payment provider sends back',
  },
  orderUnpaid: {
    code: 'CONFLICT',
    status: 409,
    message: 'The order has no captured payment to refund',
    when: 'an order is refunded that is not paid',
  },
  refundExceedsLeft: {
    code: 'CONFLICT',
    status: 409,
    message: 'At most {left} of this is left to refund',
    when: 'a refund is more than was captured and neither refunded nor pending',
  },
  refundPiecesLeft: {
    code: 'CONFLICT',
    status: 409,
    message: '{left} pieces of the line {lineId} are left to refund',
    when: 'more pieces of a line are refunded than are neither refunded nor in an open return',
  },
  refundPiecesSent: {
    code: 'CONFLICT',
    status: 409,
    message: 'Pieces of this refund were sent since it was asked for: refuse it, and refund them anew',
    when: 'a refund is approved whose pieces were to be cancelled and have been sent',
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
