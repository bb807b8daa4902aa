import type { Origin } from '#domain/_shared/context.js';
import { contract, entityIds } from '#workflows/_shared/contract.js';

export interface RefundPaymentInput {
  refundId: string;
  orderId: string;
  orderNumber: string;
  origin: Origin;
}

/**
 * Sends money back: one run for each refund row, started by the event of its request. Waits for the provider, up to a
 * day when it cannot be reached; a refund that the provider only takes note of ends by its webhook. Exactly once,
 * because the refund's id is the provider's idempotency key and the row ends by a conditional update.
 */
export const refundPayment = contract<RefundPaymentInput>()({
  name: 'refundPayment',
  ...entityIds<RefundPaymentInput>('payments-refund', (input) => input.refundId),
  onRunning: 'join',
  onClosed: 'refuse',
  searchAttributes: ({ orderId, orderNumber }) => ({ orderId, orderNumber }),
  summary: ({ orderNumber }) => `Refund of order ${orderNumber}`,
});
