import { type Order, PAYMENT_WINDOW_ENDED } from '#domain/orders/order.js';
import type { CapturedMoney, Payment } from './payment.js';

/**
 * What to do with money that arrived:
 * `nothing` - it is recorded already; `confirm` the order that waits for it; `reinstate` an order whose time was over, if it
 * can still be served; `refund` it in full; `refund_extra` - a second charge on one payment, of which the first counts.
 */
export type CaptureDecision =
  | { kind: 'nothing' }
  | { kind: 'confirm' }
  | { kind: 'reinstate' }
  | { kind: 'refund'; reason: string }
  | { kind: 'refund_extra'; reason: string };

/** Decides once for every report of captured money, in whatever order and however often they come. */
export function decideCapture(
  order: Pick<Order, 'status' | 'cancelReason'>,
  payment: Pick<Payment, 'status' | 'amount' | 'currency' | 'providerPaymentId'>,
  money: CapturedMoney,
): CaptureDecision {
  const settled =
    payment.status === 'captured' || payment.status === 'refund_due' || payment.status === 'refunded';
  if (settled) {
    return payment.providerPaymentId === money.providerPaymentId
      ? { kind: 'nothing' }
      : { kind: 'refund_extra', reason: 'The order was paid twice' };
  }
  if (money.amount !== payment.amount || money.currency !== payment.currency)
    return { kind: 'refund', reason: 'The amount paid is not the amount of the order' };
  if (order.status === 'pending_payment') return { kind: 'confirm' };
  if (order.status !== 'cancelled') return { kind: 'refund', reason: 'The order is paid in another way' };
  return order.cancelReason === PAYMENT_WINDOW_ENDED
    ? { kind: 'reinstate' }
    : { kind: 'refund', reason: 'The order had been cancelled' };
}
