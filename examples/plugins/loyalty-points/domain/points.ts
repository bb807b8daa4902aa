/** Points for an amount: one for each full `subunitsForPoint`. Amounts in subunits. */
export function pointsFor(amount: number, subunitsForPoint: number): number {
  return Math.max(0, Math.floor(amount / subunitsForPoint));
}

/** The points of a buyer. `available` can be spent, `pending` wait for their thirty days. */
export interface Balance {
  available: number;
  pending: number;
}

/** What the codes of coupons for points begin with. */
export const COUPON_PREFIX = 'POINTS-';

export const isPointsCoupon = (code: string): boolean => code.startsWith(COUPON_PREFIX);
