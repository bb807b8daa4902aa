import type { QuoteCoupons } from '#domain/checkout/quote-input.js';
import type { Discount } from '#domain/discounts/discount.js';
import type { LineTargets } from '#domain/discounts/line-targets.js';
import type { NewOrder, OrderPlatform } from '#domain/orders/order.js';
import { createDraw } from './draw.js';
import type { OrderFate } from './order-fate.js';
import type { PlannedBuyer } from './plan-buyers.js';
import type { PlannedProduct } from './plan-products.js';
import type { TaxonomyPlan } from './plan-taxonomy.js';

/** Of a hundred buyers so many try a coupon, and so many of those a second one. */
const TRY_IN_100 = 45;
const SECOND_IN_100 = 20;

/** Chooses coupons for orders of the past, and keeps the counts that decide whether they apply. */
export function createCouponBook(
  seed: number,
  {
    discounts,
    products,
    taxonomy,
  }: { discounts: readonly Discount[]; products: readonly PlannedProduct[]; taxonomy: TaxonomyPlan },
) {
  // A separate draw: orders stay as they were without coupons.
  const draw = createDraw(seed, 'coupons');
  const targets = targetsOf(products, taxonomy);
  const held = new Map<string, number>();
  const confirmed = new Map<string, number>();
  const count = (counts: Map<string, number>, key: string) => counts.get(key) ?? 0;
  const raise = (counts: Map<string, number>, key: string) => counts.set(key, count(counts, key) + 1);
  const ownKey = (discountId: string, userId: string) => `${discountId} ${userId}`;

  return {
    /** The coupons that a buyer tries; the quote says which of them apply. */
    try({ userId }: PlannedBuyer, platform: OrderPlatform, at: Date): QuoteCoupons | undefined {
      if (!draw.percent(TRY_IN_100)) return undefined;
      const tried = draw.several(discounts, draw.percent(SECOND_IN_100) ? 2 : 1);
      const coupons = tried.map((discount) => ({
        discount: asOf(discount, at),
        uses: count(held, discount.id),
        usesByCustomer: count(held, ownKey(discount.id, userId)),
      }));
      const history = { confirmedOrders: count(confirmed, userId), earlierOrders: 0 };
      return { coupons, targets, customer: { userId, guest: false, platform, ...history } };
    },

    /** Counts an order that was placed; of one that came to nothing no use is left. */
    record({ order: { userId }, discounts: used }: NewOrder, fate: OrderFate): void {
      if (fate === 'expired' || fate === 'cancelled') return;
      raise(confirmed, userId);
      for (const { discountId } of used) {
        raise(held, discountId);
        raise(held, ownKey(discountId, userId));
      }
    },
  };
}

/** A discount that was archived or deleted later was live before. */
function asOf(discount: Discount, at: Date): Discount {
  const { archivedAt, deletedAt } = discount;
  const before = (stamp: Date | null) => (stamp !== null && stamp <= at ? stamp : null);
  return { ...discount, archivedAt: before(archivedAt), deletedAt: before(deletedAt) };
}

/** What each variant can be targeted by: its categories with all of their ancestors. */
function targetsOf(
  products: readonly PlannedProduct[],
  { entries }: TaxonomyPlan,
): ReadonlyMap<string, LineTargets> {
  const parents = new Map(entries.map(({ item }) => [item.id, item.parentId ?? null]));
  const upwards = (id: string): string[] => {
    const parent = parents.get(id) ?? null;
    return parent === null ? [id] : [id, ...upwards(parent)];
  };
  return new Map(
    products.flatMap(({ written }) => {
      const { product, variants, categoryIds, tagIds, ingredientIds } = written;
      const filed = product.primaryCategoryId ? [product.primaryCategoryId, ...categoryIds] : categoryIds;
      const shared = {
        categories: [...new Set(filed.flatMap(upwards))],
        brands: product.brandId ? [product.brandId] : [],
        tags: tagIds,
        ingredients: ingredientIds,
        vendors: [product.vendorId],
      };
      return variants.map((variant): [string, LineTargets] => [
        variant.id,
        { ...shared, variants: [variant.id] },
      ]);
    }),
  );
}
