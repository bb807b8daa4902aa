import type { QuoteCoupons, QuoteItem } from '#domain/checkout/quote-input.js';
import type { CouponCustomer, CouponFacts } from '#domain/discounts/coupon-facts.js';
import { type Discount, discountDefaults } from '#domain/discounts/discount.js';
import type { LineTargets } from '#domain/discounts/line-targets.js';
import { newId } from '#lib/ids.js';

/** A discount that applies to everything, as it is stored. */
export function discountOf(fields: Partial<Discount> = {}): Discount {
  const createdAt = new Date('2026-11-01T00:00:00Z');
  return {
    ...discountDefaults,
    id: newId(),
    code: 'TEST',
    name: 'Test',
    discountType: 'FIXED',
    value: 1,
    revision: 1,
    archivedAt: null,
    createdAt,
    updatedAt: createdAt,
    deletedAt: null,
    ...fields,
  };
}

export function couponOf(
  fields: Partial<Discount> = {},
  uses: Partial<Omit<CouponFacts, 'discount'>> = {},
): CouponFacts {
  return { discount: discountOf(fields), uses: 0, usesByCustomer: 0, ...uses };
}

export function customerOf(fields: Partial<CouponCustomer> = {}): CouponCustomer {
  return {
    userId: 'user-1',
    guest: false,
    platform: 'WEB',
    confirmedOrders: 0,
    pendingOrders: 0,
    ...fields,
  };
}

/** What an item can be targeted by without any taxonomy. */
export function targetsOf({ variantId, vendorId }: Pick<QuoteItem, 'variantId' | 'vendorId'>): LineTargets {
  return {
    variants: [variantId],
    vendors: [vendorId],
    categories: [],
    brands: [],
    tags: [],
    ingredients: [],
  };
}

export function couponsOf(
  coupons: readonly CouponFacts[],
  items: readonly QuoteItem[],
  customer: Partial<CouponCustomer> = {},
): QuoteCoupons {
  return {
    coupons,
    targets: new Map(items.map((item) => [item.variantId, targetsOf(item)])),
    customer: customerOf(customer),
  };
}

/** One coupon that takes a fixed amount (subunits) off all items. */
export function fixedCoupon(value: number, items: readonly QuoteItem[], userId: string): QuoteCoupons {
  return couponsOf([couponOf({ value })], items, { userId });
}
