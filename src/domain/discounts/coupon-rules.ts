import { formatMoney } from '#domain/mail/template-variables.js';
import type { CouponCase, DiscountableCart } from './coupon-details.js';
import type { Discount } from './discount.js';

export const couponRuleNames = [
  'availability',
  'start',
  'end',
  'platform',
  'login',
  'customer_scope',
  'customer_group',
  'purchase_history',
  'total_usage_limit',
  'usage_limit_per_customer',
  'minimum_order_amount',
  'maximum_order_amount',
  'plugin',
  'combination',
  'qualifying_items',
  'offer',
  'amount',
] as const;
export type CouponRuleName = (typeof couponRuleNames)[number];

/** Why a coupon does not apply. */
export interface CouponRefusal {
  rule: CouponRuleName;
  /** One sentence for the buyer. */
  message: string;
}

/** A rule that a coupon meets or not, whatever other coupons the cart holds. */
export interface CouponRule {
  name: CouponRuleName;
  holds: (details: CouponCase) => boolean;
  /** The sentence for the buyer when it does not hold. */
  refusal: (details: CouponCase) => string;
  /** The sentence for the administrator when it holds. */
  met: string;
}

/** Rules in the order in which a buyer sees them: what cannot be helped first. */
export const couponRules: readonly CouponRule[] = [
  {
    name: 'availability',
    holds: ({ discount }) => discount.isActive && !discount.archivedAt && !discount.deletedAt,
    refusal: () => 'This coupon is no longer available',
    met: 'The discount is active',
  },
  {
    name: 'start',
    holds: ({ discount: { startsAt }, cart }) => !startsAt || startsAt <= cart.now,
    refusal: () => 'This coupon is not valid yet',
    met: 'The discount has started',
  },
  {
    name: 'end',
    holds: ({ discount: { endsAt }, cart }) => !endsAt || cart.now < endsAt,
    refusal: () => 'This coupon has expired',
    met: 'The discount has not ended',
  },
  {
    name: 'platform',
    holds: ({ discount: { platform }, cart }) => platform === 'BOTH' || platform === cart.customer.platform,
    refusal: ({ discount: { platform } }) =>
      platform === 'APP'
        ? 'This coupon is valid in the app only'
        : 'This coupon is valid on the website only',
    met: 'The discount is valid on this platform',
  },
  {
    name: 'login',
    holds: ({ discount, cart }) => !discount.requireCustomerLogin || !cart.customer.guest,
    refusal: () => 'Sign in to use this coupon',
    met: 'The customer may use it without signing in, or is signed in',
  },
  {
    name: 'customer_scope',
    holds: ({ discount: { customerScope, customerUserIds }, cart }) =>
      customerScope === 'ALL' ||
      customerUserIds.includes(cart.customer.userId) === (customerScope === 'INCLUDE'),
    refusal: () => 'This coupon is not available to you',
    met: 'The discount is open to this customer',
  },
  {
    name: 'customer_group',
    holds: ({ discount: { customerGroupIds }, inGroup }) => customerGroupIds.length === 0 || inGroup === true,
    refusal: ({ cart }) =>
      cart.customer.guest
        ? 'Sign in to use this coupon: it is for some groups of customers'
        : 'This coupon is for a group of customers that you are not in',
    met: 'The discount is for all customers, or this one is in a group that it is for',
  },
  {
    name: 'purchase_history',
    holds: ({ discount, cart: { customer } }) => historyAllows(discount, customer),
    refusal: ({ discount: { purchaseHistoryMode, minOrderCount } }) =>
      purchaseHistoryMode === 'FIRST_ORDER'
        ? 'This coupon is valid for the first order only'
        : `This coupon needs ${minOrderCount ?? 1} earlier ${minOrderCount === 1 ? 'order' : 'orders'}`,
    met: 'The earlier orders of the customer allow it',
  },
  {
    name: 'total_usage_limit',
    holds: ({ discount: { totalUsageLimit }, uses, codeTaken }) =>
      !codeTaken && (totalUsageLimit === null || uses < totalUsageLimit),
    refusal: () => 'This coupon has been used up',
    met: 'The total usage limit is not reached',
  },
  {
    name: 'usage_limit_per_customer',
    holds: ({ discount: { usageLimitPerCustomer }, usesByCustomer }) =>
      usageLimitPerCustomer === null || usesByCustomer < usageLimitPerCustomer,
    refusal: () => 'You have used this coupon as often as it allows',
    met: 'The usage limit per customer is not reached',
  },
  {
    name: 'minimum_order_amount',
    holds: ({ discount: { minOrderAmount }, merchandise }) =>
      minOrderAmount === null || merchandise >= minOrderAmount,
    refusal: ({ discount: { minOrderAmount }, cart }) =>
      `This coupon needs items worth at least ${formatMoney(minOrderAmount ?? 0, cart.currency)}`,
    met: 'The merchandise reaches the minimum order amount',
  },
  {
    name: 'maximum_order_amount',
    holds: ({ discount: { maxOrderAmount }, merchandise }) =>
      maxOrderAmount === null || merchandise <= maxOrderAmount,
    refusal: ({ discount: { maxOrderAmount }, cart }) =>
      `This coupon is valid for items worth at most ${formatMoney(maxOrderAmount ?? 0, cart.currency)}`,
    met: 'The merchandise does not exceed the maximum order amount',
  },
];

/** The rules for a cart: those of the platform, then those of plugins. */
export function couponRulesOf({
  conditions = [],
}: Pick<DiscountableCart, 'conditions'>): readonly CouponRule[] {
  const added = conditions.map((condition): CouponRule => ({
    name: 'plugin',
    holds: (details) => condition.holds(details),
    refusal: (details) => condition.refusal(details),
    met: `The condition ${condition.name} is met`,
  }));
  return added.length > 0 ? [...couponRules, ...added] : couponRules;
}

/** Whether orders that use a discount are decided one after the other: its uses are limited, or depend on other orders. */
export function hasLimit(
  terms: Pick<Discount, 'totalUsageLimit' | 'usageLimitPerCustomer' | 'purchaseHistoryMode'>,
): boolean {
  const { totalUsageLimit, usageLimitPerCustomer, purchaseHistoryMode } = terms;
  return totalUsageLimit !== null || usageLimitPerCustomer !== null || purchaseHistoryMode !== 'DISABLED';
}

/**
 * Whether the purchase history of a customer allows a discount. `FIRST_ORDER` is a limit, so that the orders of each form of
 * one address count, also one that waits for its payment and may still become the first; for `MIN_ORDERS` only the
 * customer's own confirmed orders do.
 */
export function historyAllows(
  { purchaseHistoryMode, minOrderCount }: Pick<Discount, 'purchaseHistoryMode' | 'minOrderCount'>,
  { confirmedOrders, earlierOrders }: { confirmedOrders: number; earlierOrders: number },
): boolean {
  if (purchaseHistoryMode === 'FIRST_ORDER') return earlierOrders === 0;
  if (purchaseHistoryMode === 'MIN_ORDERS') return confirmedOrders >= (minOrderCount ?? 1);
  return true;
}
