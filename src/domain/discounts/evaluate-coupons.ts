import { halfUpShare } from '#domain/checkout/line-taxes.js';
import { prorate } from '#domain/checkout/prorate.js';
import type { CouponDetails, DiscountableCart, DiscountableLine } from './coupon-details.js';
import { type CouponRefusal, couponRulesOf } from './coupon-rules.js';
import type { Discount } from './discount.js';
import { prepareTargets, targetMismatch } from './line-targets.js';
import { isExcludedSaleItem } from './sale-exclusion.js';

/** What a coupon does to a cart. Amounts in subunits. */
export interface CouponOutcome {
  discount: Discount;
  /** Null when it applies; otherwise it takes nothing off. */
  refusal: CouponRefusal | null;
  amount: number;
  /** Shipping that the buyer need not pay; not part of `amount`. */
  waivedShipping: number;
  /** What it takes off each line, in the order of the lines of the cart. */
  shares: readonly number[];
  /** The vendors whose shipping it waives. */
  waivedVendorIds: readonly string[];
}

/**
 * Applies the coupons of a cart in the order in which they were added, each on what the earlier ones left. Pure: the cart,
 * place-order and the explanation for administrators come to equal amounts.
 * @returns one outcome for each coupon, in the same order
 */
export function evaluateCoupons(cart: DiscountableCart, coupons: readonly CouponDetails[]): CouponOutcome[] {
  const merchandise = total(cart.lines.map((line) => line.subtotal));
  const left = cart.lines.map((line) => line.subtotal);
  const shippingLeft = new Map(cart.shipping);
  const applied: Discount[] = [];
  const rules = couponRulesOf(cart);

  return coupons.map((details) => {
    const { discount } = details;
    const refused = (refusal: CouponRefusal) => notApplied(discount, refusal);
    const couponCase = { ...details, cart, merchandise };
    const broken = rules.find((rule) => !rule.holds(couponCase));
    if (broken) return refused({ rule: broken.name, message: broken.refusal(couponCase) });
    const conflict = conflictWith(discount, applied);
    if (conflict)
      return refused({
        rule: 'combination',
        message: `This coupon cannot be combined with ${conflict.code}`,
      });
    const qualifies = qualifyingLines(discount, cart.lines);
    if (!qualifies.includes(true))
      return refused({
        rule: 'qualifying_items',
        message: 'No item in the cart qualifies for this coupon',
      });

    const weights = left.map((amount, index) => (qualifies[index] ? amount : 0));
    const amount = amountOf(discount, total(weights));
    const waived = discount.freeShipping ? waivedShipping(cart.lines, qualifies, shippingLeft) : [];
    const waivedAmount = total(waived.map((vendorId) => shippingLeft.get(vendorId) ?? 0));
    if (amount === 0 && waivedAmount === 0)
      return refused({ rule: 'amount', message: 'Nothing is left for this coupon to take off' });

    const shares = amount === 0 ? weights.map(() => 0) : prorate(amount, weights);
    shares.forEach((share, index) => (left[index] = (left[index] ?? 0) - share));
    for (const vendorId of waived) shippingLeft.set(vendorId, 0);
    applied.push(discount);
    return {
      ...{ discount, refusal: null, amount, waivedShipping: waivedAmount, shares },
      waivedVendorIds: waived,
    };
  });
}

/** Whether each line qualifies for a discount: by its targets, and by what it says of items on sale. */
export function qualifyingLines(discount: Discount, lines: readonly DiscountableLine[]): boolean[] {
  const targets = prepareTargets(discount);
  return lines.map(
    (line) => targetMismatch(line.targets, targets) === null && !isExcludedSaleItem(discount, line),
  );
}

/** The applied coupon with which a discount cannot be combined, because one of the two is for single use. */
export function conflictWith(discount: Discount, applied: readonly Discount[]): Discount | undefined {
  return discount.individualUsageOnly ? applied[0] : applied.find((other) => other.individualUsageOnly);
}

/** What a discount takes off this much qualifying merchandise, in subunits; a percentage is rounded half up, to its cap. */
function amountOf(
  { discountType, value, maxDiscountAmount }: Pick<Discount, 'discountType' | 'value' | 'maxDiscountAmount'>,
  merchandise: number,
): number {
  if (discountType === 'FIXED') return Math.min(value, merchandise);
  return Math.min(halfUpShare(merchandise, value, 100), maxDiscountAmount ?? Infinity);
}

/** The vendors with a qualifying line whose shipping still costs something. */
function waivedShipping(
  lines: readonly DiscountableLine[],
  qualifies: readonly boolean[],
  shippingLeft: ReadonlyMap<string, number>,
): string[] {
  const vendorIds = lines.filter((_line, index) => qualifies[index]).map((line) => line.vendorId);
  return [...new Set(vendorIds)].filter((vendorId) => (shippingLeft.get(vendorId) ?? 0) > 0);
}

function notApplied(discount: Discount, refusal: CouponRefusal): CouponOutcome {
  return { discount, refusal, amount: 0, waivedShipping: 0, shares: [], waivedVendorIds: [] };
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
