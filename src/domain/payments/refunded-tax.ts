import { halfUpShare, type LineTax } from '#domain/checkout/line-taxes.js';
import { prorate } from '#domain/checkout/prorate.js';
import { isGst } from '#domain/tax/gst-type.js';
import type { RefundableAmount } from './refundable.js';

/** Pieces of a line that have gone back with the refund in question, of how many. */
export interface RefundedPieces {
  refunded: number;
  quantity: number;
}

/**
 * How much of something has gone back with a refund, as a fraction. Of what the platform paid for alone the buyer gets
 * nothing back, so there the pieces count.
 */
function refundedFraction(
  { total, refundedAmount }: RefundableAmount,
  amount: number,
  pieces?: RefundedPieces,
) {
  if (total > 0 || !pieces) return { done: refundedAmount + amount, all: total };
  return { done: pieces.refunded, all: pieces.quantity };
}

/**
 * The taxes in a refunded amount. They follow the refunded share, counted from the first refund, so that the last one takes the
 * rest. Of GST the half is rounded, so that central and state tax stay equal on each credit note. An amount too small for its
 * taxes leaves them to the refunds after it; the last one takes what is left, whatever its amount.
 * @param discount what the platform takes back besides: taxes are in both
 * @param pieces of a line
 */
export function refundedTaxShare(
  of: RefundableAmount,
  amount: number,
  discount = 0,
  pieces?: RefundedPieces,
): LineTax[] {
  const { done, all } = refundedFraction(of, amount, pieces);
  const isLast = done >= all;
  let room = amount + discount;
  return of.taxes.map((tax, index) => {
    const even = isGst(tax.type) && tax.amount % 2 === 0;
    const unit = even ? 2 : 1;
    const target = all === 0 ? 0 : unit * halfUpShare(tax.amount / unit, done, all);
    const due = Math.max(target - (of.refundedTaxes[index] ?? 0), 0);
    const share = isLast ? due : Math.min(due, room - (room % unit));
    room -= share;
    return { ...tax, amount: share };
  });
}

/**
 * What the platform takes back of its part of a discount; it follows the refunded share as taxes do. A line that the buyer paid for
 * and gets nothing back of takes nothing from the vendor either: what rounding left is due with the next amount.
 */
export function refundedDiscountShare(of: RefundableAmount, amount: number, pieces?: RefundedPieces): number {
  const { platformDiscount = 0, refundedDiscount = 0 } = of;
  const { done, all } = refundedFraction(of, amount, pieces);
  if (platformDiscount === 0 || all === 0 || (of.total > 0 && amount === 0)) return 0;
  return halfUpShare(platformDiscount, Math.min(done, all), all) - refundedDiscount;
}

export function taxSum(taxes: readonly LineTax[]): number {
  return taxes.reduce((sum, { amount }) => sum + amount, 0);
}

/**
 * What earlier refunds took of each tax of a line.
 * @param earlier their taxes, null for each refund made before these were kept
 * @param refundedTax all of their tax
 */
export function taxesBefore(
  taxes: readonly LineTax[],
  earlier: readonly (readonly LineTax[] | null)[],
  refundedTax: number,
): number[] {
  const kept = taxes.map((_tax, index) =>
    earlier.reduce((sum, refund) => sum + (refund?.[index]?.amount ?? 0), 0),
  );
  const unknown = refundedTax - kept.reduce((sum, amount) => sum + amount, 0);
  if (unknown <= 0) return kept;
  const shares = prorate(
    unknown,
    taxes.map(({ amount }) => amount),
  );
  return kept.map((amount, index) => amount + (shares[index] ?? 0));
}
