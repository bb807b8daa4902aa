import type { QuoteCoupons, QuoteItem } from '#domain/checkout/quote-input.js';
import type { CouponCustomer, CouponDetails } from '#domain/discounts/coupon-details.js';
import { type Discount, discountDefaults, targetDimensions } from '#domain/discounts/discount.js';
import type { LineTargets } from '#domain/discounts/line-targets.js';
import type { Container } from '#runtime/container.js';
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
  uses: Partial<Omit<CouponDetails, 'discount'>> = {},
): CouponDetails {
  return { discount: discountOf(fields), uses: 0, usesByCustomer: 0, ...uses };
}

export function customerOf(fields: Partial<CouponCustomer> = {}): CouponCustomer {
  return {
    userId: 'user-1',
    guest: false,
    platform: 'WEB',
    confirmedOrders: 0,
    earlierOrders: 0,
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
  coupons: readonly CouponDetails[],
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
export function fixedCoupon(
  value: number,
  items: readonly QuoteItem[],
  userId: string,
  platformShare = 0,
): QuoteCoupons {
  return couponsOf([couponOf({ value, platformShare })], items, { userId });
}

/** A discount, written as a row: 10 % off everything unless the fields say otherwise. */
export async function createDiscount(
  { knex }: Pick<Container, 'knex'>,
  fields: Partial<Discount> = {},
): Promise<{ id: string; code: string }> {
  const id = fields.id ?? newId();
  const code = fields.code ?? `T-${id.slice(-12).toUpperCase()}`;
  const row: Record<string, unknown> = {
    name: 'Test',
    discountType: 'PERCENTAGE',
    value: 10,
    ...fields,
    id,
    code,
  };
  for (const dimension of targetDimensions)
    if (fields[dimension]) row[dimension] = JSON.stringify(fields[dimension]);
  await knex('discounts').insert(row);
  return { id, code };
}

/** How often a discount is used: by its counts, by its redemptions, and by the live orders that show it. */
export async function usesOf({ knex }: Pick<Container, 'knex'>, discountId: string) {
  const { rows } = await knex.raw<{
    rows: { total: number | null; customers: number; held: number; orders: number }[];
  }>(
    `select (select uses from discounts_uses where discount_id = d.id and customer_key = '') as total,
       (select coalesce(sum(uses), 0)::integer from discounts_uses where discount_id = d.id and customer_key <> '') as customers,
       (select count(*)::integer from discounts_redemptions where discount_id = d.id and state = 'held') as held,
       (select count(*)::integer from orders_discounts s join orders o on o.id = s.order_id
        where s.discount_id = d.id and o.status <> 'cancelled') as orders
     from discounts d where d.id = ?`,
    [discountId],
  );
  const [row] = rows;
  if (!row) throw new Error(`There is no discount ${discountId}`);
  return row;
}
