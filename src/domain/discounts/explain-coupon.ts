import type { CouponDetails, DiscountableCart } from './coupon-details.js';
import { type CouponRuleName, couponRulesOf } from './coupon-rules.js';
import type { TargetDimension } from './discount.js';
import {
  conflictWith,
  evaluateCoupons,
  labelOf,
  merchandiseOf,
  qualifyingLines,
} from './evaluate-coupons.js';
import { prepareTargets, targetMismatch } from './line-targets.js';
import { isExcludedSaleItem } from './sale-exclusion.js';

export interface ExplainedRule {
  rule: CouponRuleName;
  holds: boolean;
  message: string;
}

export interface ExplainedLine {
  itemId: string;
  qualifies: boolean;
  message: string;
  /** Subunits that the coupon takes off the line. */
  amount: number;
}

export interface CouponExplanation {
  applies: boolean;
  amount: number;
  waivedShipping: number;
  rules: ExplainedRule[];
  lines: ExplainedLine[];
}

const dimensionNames: Record<TargetDimension, string> = {
  variants: 'variant',
  categories: 'category',
  brands: 'brand',
  tags: 'tag',
  ingredients: 'ingredient',
  vendors: 'vendor',
};

/**
 * Says for every rule and every line of a cart whether a coupon meets it, and why not.
 * @param others coupons that the cart holds before it, in the order of adding
 */
export function explainCoupon(
  cart: DiscountableCart,
  coupon: CouponDetails,
  others: readonly CouponDetails[],
): CouponExplanation {
  const outcomes = evaluateCoupons(cart, [...others, coupon]);
  const outcome = outcomes[outcomes.length - 1];
  if (!outcome) throw new Error('An evaluation has an outcome for each coupon');
  const merchandise = merchandiseOf(cart);
  const details = { ...coupon, cart, merchandise };
  const rules = couponRulesOf(cart).map((rule): ExplainedRule => {
    const holds = rule.holds(details);
    return { rule: rule.name, holds, message: holds ? rule.met : rule.refusal(details) };
  });

  const applied = outcomes.slice(0, -1).filter((other) => !other.refusal);
  const conflict = conflictWith(
    coupon.discount,
    applied.map((other) => other.discount),
  );
  const isConflicting = coupon.discount.offer
    ? outcome.refusal?.rule === 'combination'
    : conflict !== undefined;
  rules.push({
    rule: 'combination',
    holds: !isConflicting,
    message: isConflicting
      ? conflict
        ? `It cannot be combined with ${labelOf(conflict)}, which the cart holds`
        : (outcome.refusal?.message ?? '')
      : 'It can be combined with the other coupons of the cart',
  });
  const lines = explainLines(cart, coupon, outcome.shares);
  const some = qualifyingLines(coupon.discount, cart.lines).includes(true);
  rules.push({
    rule: 'qualifying_items',
    holds: some,
    message: some ? 'At least one item qualifies' : 'No item in the cart qualifies',
  });
  if (coupon.discount.offer) {
    const reached = outcome.refusal?.rule !== 'offer';
    const message = reached ? 'The cart reaches what the offer needs' : (outcome.refusal?.message ?? '');
    rules.push({ rule: 'offer', holds: reached, message });
  }
  const nothingLeft = outcome.refusal?.rule === 'amount';
  rules.push({
    rule: 'amount',
    holds: !nothingLeft,
    message: nothingLeft
      ? 'Earlier coupons leave nothing for it to take off'
      : 'There is something for it to take off',
  });
  const { amount, waivedShipping } = outcome;
  return { applies: outcome.refusal === null, amount, waivedShipping, rules, lines };
}

function explainLines(
  cart: DiscountableCart,
  { discount }: CouponDetails,
  shares: readonly number[],
): ExplainedLine[] {
  const targets = prepareTargets(discount);
  return cart.lines.map((line, index) => {
    if (line.giftOf !== undefined) {
      const isOwn = line.giftOf === discount.id;
      const message = isOwn ? 'The gift of the offer' : 'The gift of another offer';
      return { itemId: line.itemId, qualifies: isOwn, message, amount: shares[index] ?? 0 };
    }
    const mismatch = targetMismatch(line.targets, targets);
    const onSale = isExcludedSaleItem(discount, line);
    const amount = shares[index] ?? 0;
    const { itemId } = line;
    if (mismatch) {
      const name = dimensionNames[mismatch.dimension];
      const message =
        mismatch.kind === 'excluded'
          ? `Its ${name} is excluded`
          : `Its ${name} is not among those that the discount is limited to`;
      return { itemId, qualifies: false, message, amount };
    }
    if (onSale) return { itemId, qualifies: false, message: 'It is on sale, which is excluded', amount };
    return { itemId, qualifies: true, message: 'The item qualifies', amount };
  });
}
