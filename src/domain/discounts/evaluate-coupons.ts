import { prorate } from '#domain/checkout/prorate.js';
import type { CouponDetails, DiscountableCart, DiscountableLine } from './coupon-details.js';
import { type CouponRefusal, couponRulesOf } from './coupon-rules.js';
import type { Discount } from './discount.js';
import { benefitOf, lacking } from './offer-benefit.js';
import { byPriority, combinesWithCoupons, combinesWithOffers, type OfferMissing } from './offer.js';
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
  /** What the cart lacks for an automatic offer, or for more of it. */
  missing?: OfferMissing;
}

/**
 * Applies the automatic offers of a cart by their priority, then its coupons in the order in which they were added, each on
 * what the earlier ones left. A coupon that applies comes before the offers that do not combine with coupons. Pure: the cart,
 * place-order and the explanation for administrators come to equal amounts.
 * @param cart its lines in the order in which they were added, so that equal shares do not depend on how they are shown
 * @returns one outcome for each coupon and offer, in the order in which they were given
 */
export function evaluateCoupons(cart: DiscountableCart, coupons: readonly CouponDetails[]): CouponOutcome[] {
  const offers = coupons.filter(({ discount }) => discount.offer);
  if (offers.length === 0) return evaluateInOrder(cart, coupons);
  const entered = coupons.filter(({ discount }) => !discount.offer);
  offers.sort((a, b) => byPriority(a.discount, b.discount));
  const beside = offers.filter(({ discount }) => combinesWithCoupons(discount));
  let outcomes = evaluateInOrder(cart, [...beside, ...entered]);
  if (beside.length < offers.length) {
    const coupon = outcomes.find(({ discount, refusal }) => !discount.offer && !refusal)?.discount;
    outcomes = evaluateInOrder(cart, [...offers, ...entered], coupon);
  }
  const found = new Map(outcomes.map((outcome) => [outcome.discount.id, outcome]));
  return coupons.map(({ discount }) => {
    const outcome = found.get(discount.id);
    if (!outcome) throw new Error(`Discount ${discount.id} was not evaluated`);
    return outcome;
  });
}

/** @param coupon that applies, whatever is evaluated before it */
function evaluateInOrder(
  cart: DiscountableCart,
  coupons: readonly CouponDetails[],
  coupon?: Discount,
): CouponOutcome[] {
  const merchandise = merchandiseOf(cart);
  const left = cart.lines.map((line) => line.subtotal);
  const shippingLeft = new Map(cart.shipping);
  const applied: Discount[] = [];
  const rules = couponRulesOf(cart);

  return coupons.map((details) => {
    const { discount } = details;
    const refused = (refusal: CouponRefusal, missing?: OfferMissing) =>
      notApplied(discount, refusal, missing);
    const couponCase = { ...details, cart, merchandise };
    const broken = rules.find((rule) => !rule.holds(couponCase));
    if (broken) {
      const refusal = { rule: broken.name, message: broken.refusal(couponCase) };
      const isNear =
        broken.name === 'minimum_order_amount' && isWithinReach(discount, cart.lines, shippingLeft);
      const { minOrderAmount } = discount;
      return refused(refusal, isNear ? lacking({ amount: (minOrderAmount ?? 0) - merchandise }) : undefined);
    }
    const conflict = conflictWith(discount, coupon && discount.offer ? [...applied, coupon] : applied);
    if (conflict)
      return refused({
        rule: 'combination',
        message: discount.offer
          ? `This offer cannot be combined with ${labelOf(conflict)}`
          : `This coupon cannot be combined with ${labelOf(conflict)}`,
      });
    const qualifies = qualifyingLines(discount, cart.lines);
    if (!qualifies.includes(true))
      return refused({
        rule: 'qualifying_items',
        message: 'No item in the cart qualifies for this coupon',
      });

    const { weights, amount, missing, refusal } = benefitOf(discount, cart.lines, qualifies, left);
    if (refusal === 'gift')
      return refused({ rule: 'offer', message: 'The gift of this offer cannot be given with this cart' });
    if (refusal === 'threshold')
      return refused(
        { rule: 'offer', message: 'The cart does not reach what this offer needs yet' },
        missing,
      );
    const waives = discount.freeShipping || discount.offer?.kind === 'FREE_SHIPPING';
    const waived = waives ? waivedShipping(cart.lines, qualifies, shippingLeft) : [];
    const waivedAmount = total(waived.map((vendorId) => shippingLeft.get(vendorId) ?? 0));
    if (amount === 0 && waivedAmount === 0)
      return refused({ rule: 'amount', message: 'Nothing is left for this coupon to take off' });

    const shares = amount === 0 ? weights.map(() => 0) : prorate(amount, weights);
    shares.forEach((share, index) => (left[index] = (left[index] ?? 0) - share));
    for (const vendorId of waived) shippingLeft.set(vendorId, 0);
    applied.push(discount);
    return {
      discount,
      refusal: null,
      amount,
      waivedShipping: waivedAmount,
      shares,
      waivedVendorIds: waived,
      ...(missing && { missing }),
    };
  });
}

/** Whether more merchandise would make an automatic offer apply: an item qualifies, and there is shipping to waive. */
function isWithinReach(
  discount: Discount,
  lines: readonly DiscountableLine[],
  shippingLeft: ReadonlyMap<string, number>,
): boolean {
  if (!discount.offer) return false;
  const qualifies = qualifyingLines(discount, lines);
  if (!qualifies.includes(true)) return false;
  return discount.offer.kind !== 'FREE_SHIPPING' || waivedShipping(lines, qualifies, shippingLeft).length > 0;
}

/** What the buyer put in, before discounts, in subunits. */
export function merchandiseOf({ lines }: Pick<DiscountableCart, 'lines'>): number {
  return total(lines.map((line) => (line.giftOf === undefined ? line.subtotal : 0)));
}

/** What buyers know a discount by. */
export function labelOf({ offer, name, code }: Pick<Discount, 'offer' | 'name' | 'code'>): string {
  return offer ? name : code;
}

/** Whether each line qualifies for a discount: by its targets, and by what it says of items on sale. */
export function qualifyingLines(discount: Discount, lines: readonly DiscountableLine[]): boolean[] {
  const targets = prepareTargets(discount);
  return lines.map(
    (line) =>
      line.giftOf === undefined &&
      targetMismatch(line.targets, targets) === null &&
      !isExcludedSaleItem(discount, line),
  );
}

/** What was applied and cannot be combined with a discount, because one of the two excludes the other. */
export function conflictWith(discount: Discount, applied: readonly Discount[]): Discount | undefined {
  const coupons = applied.filter(({ offer }) => !offer);
  const offers = applied.filter(({ offer }) => offer);
  if (discount.offer)
    return (
      offers.find((other) => !combinesWithOffers(discount) || !combinesWithOffers(other)) ??
      (combinesWithCoupons(discount) ? undefined : coupons[0])
    );
  const excluding = offers.find((other) => !combinesWithCoupons(other));
  if (excluding) return excluding;
  return discount.individualUsageOnly ? coupons[0] : coupons.find((other) => other.individualUsageOnly);
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

function notApplied(discount: Discount, refusal: CouponRefusal, missing?: OfferMissing): CouponOutcome {
  return {
    discount,
    refusal,
    amount: 0,
    waivedShipping: 0,
    shares: [],
    waivedVendorIds: [],
    ...(missing && { missing }),
  };
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
