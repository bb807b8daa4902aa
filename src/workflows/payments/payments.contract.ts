import { requestedSignal } from '#workflows/_shared/requests.js';
import type { Origin } from '#domain/_shared/context.js';
import { contract, entityIds } from '#lib/workflow/contract.js';

export interface RefundPaymentInput {
  refundId: string;
  orderId: string;
  orderNumber: string;
  /** Which request of the row it is for. */
  request?: string;
  origin: Origin;
}

/**
 * Sends money back: one run at a time for each refund row, started by the event of its request. Waits for the provider,
 * up to a day when it cannot be reached; a refund that the provider only takes note of ends by its webhook, or by
 * `findLatePayments`. Exactly once, also when it is started again: the refund's id is the provider's idempotency key,
 * what may be there already is looked for first, and the row ends by a conditional update. Cancelled, it waits for the
 * call that is out, else asks whether an earlier one has arrived.
 */
export const refundPayment = contract<RefundPaymentInput>()({
  name: 'refundPayment',
  ...entityIds<RefundPaymentInput>('payments-refund', (input) => input.refundId),
  onRunning: 'join',
  // A run that ended without a response leaves its refund open, for another one.
  onClosed: 'again',
  searchAttributes: ({ orderId, orderNumber }) => ({ orderId, orderNumber }),
  summary: ({ orderNumber }) => `Refund of order ${orderNumber}`,
  signals: { requested: requestedSignal },
});

export interface FindLatePaymentsInput {
  /** Orders placed and refunds failed before that are left alone: providers repeat their webhooks for a day. */
  youngerThanHours: number;
}

export interface LatePaymentsFound {
  asked: number;
  /** Payments without a webhook. */
  found: number;
  /** Questions without a response; the next run asks again. */
  unanswered: number;
}

export interface LateRefundsFound {
  asked: number;
  /** Refunds whose end had no webhook. */
  found: number;
  /** Refunds that their provider has never had, brought to the engine again. */
  sentAgain: number;
  /** Questions without a response; the next run asks again. */
  unanswered: number;
}

/**
 * Asks the providers after payments of orders that wait for none any more: a payment page may be used after the order
 * was cancelled, and its webhook may be lost. What is found brings the order back or goes back.
 * Refunds that wait for their end are asked after, too, and sent where their provider never had them. Started by its
 * schedule; asking again finds nothing new.
 */
export const findLatePayments = contract<
  FindLatePaymentsInput,
  LatePaymentsFound & { refunds?: LateRefundsFound }
>()({
  name: 'findLatePayments',
  id: () => 'payments-late',
  parseId: () => null,
  onRunning: 'join',
  onClosed: 'again',
  searchAttributes: () => ({}),
  summary: ({ youngerThanHours }) =>
    `Reconcile refunds, and unpaid attempts of the last ${youngerThanHours} hours`,
});
