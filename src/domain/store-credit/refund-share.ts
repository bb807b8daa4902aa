import { halfUpShare } from '#domain/checkout/line-taxes.js';

/** A payment with what has gone back of it, or is on its way. Subunits. */
export interface MixedPayment {
  /** What was captured, store credit in it. */
  captured: number;
  storeCredit: number;
  /** Of all refunds that have not failed. */
  refunded: number;
  /** What of them goes back as store credit. */
  refundedCredit: number;
}

/**
 * What of a refund goes back as store credit: its share of what was paid with it, counted from the first refund, so that
 * all refunds together are what was paid. The provider never sends back more than it brought.
 */
export function creditShareOf(payment: MixedPayment, amount: number): number {
  const { captured, storeCredit, refunded, refundedCredit } = payment;
  if (storeCredit === 0 || captured === 0) return 0;
  const upTo = (total: number) => halfUpShare(storeCredit, Math.min(total, captured), captured);
  const share = upTo(refunded + amount) - upTo(refunded);
  const providerLeft = Math.max(captured - storeCredit - (refunded - refundedCredit), 0);
  return amount - Math.min(amount - share, providerLeft);
}
