import { customerKeyOf } from '#domain/discounts/redemption.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { targetDimensions } from '#domain/discounts/discount.js';
import { requestExpiry } from '#domain/inventory/back-in-stock.js';
import { createDraw, createIds } from './draw.js';
import type { DemoPlan } from './plan-demo-data.js';

const SOLD_OUT_VARIANTS = 12;
const MINUTE = 60_000;

/** Discounts, and the redemptions of the orders that show them: written behind the orders. @returns how many redemptions */
export async function writeDiscounts(
  tx: Tx,
  { seed, discounts, orders }: Pick<DemoPlan, 'seed' | 'discounts' | 'orders'>,
): Promise<number> {
  const rows = discounts.map((discount) => ({
    ...discount,
    ...Object.fromEntries(targetDimensions.map((name) => [name, JSON.stringify(discount[name])])),
  }));
  await tx('discounts').insert(rows);
  const newId = createIds(seed, 'redemptions');
  const redemptions = orders.flatMap(({ written: { order, discounts: used } }) =>
    used.map(({ discountId, code, name, amount, waivedShipping }) => ({
      id: newId(),
      discountId,
      orderId: order.id,
      customerKey: customerKeyOf({ userId: order.userId, guest: false, email: order.email }),
      code,
      name,
      amount,
      waivedShipping,
      redeemedAt: order.placedAt,
      state: order.status === 'cancelled' ? 'released' : 'held',
      releasedAt: order.cancelledAt,
    })),
  );
  if (redemptions.length > 0) await tx('discounts_redemptions').insert(redemptions);
  await tx.raw(
    `insert into discounts_uses (discount_id, customer_key, uses)
     select discount_id, customer_key, count(*) filter (where state = 'held')
     from discounts_redemptions group by discount_id, customer_key
     union all
     select d.id, '', count(r.id) filter (where r.state = 'held')
     from discounts d left join discounts_redemptions r on r.discount_id = d.id
     where d.total_usage_limit is not null group by d.id`,
  );
  return redemptions.length;
}

/** Buyers who wait for variants that are sold out. @returns how many open requests */
export async function writeBackInStockRequests(
  tx: Tx,
  { seed, buyers }: Pick<DemoPlan, 'seed' | 'buyers'>,
  now: Date,
): Promise<number> {
  const draw = createDraw(seed, 'back in stock');
  const newId = createIds(seed, 'back in stock');
  const soldOut = (await tx('inventory_levels as l')
    .join('products_variants as v', 'v.id', 'l.variant_id')
    .join('products as p', 'p.id', 'v.product_id')
    .where({ 'p.status': 'active', 'l.track_inventory': true, 'l.allow_backorder': false })
    .whereRaw('l.on_hand <= l.reserved')
    .orderBy('v.id')
    .limit(SOLD_OUT_VARIANTS)
    .select('v.id')) as { id: string }[];
  const requests = soldOut.flatMap(({ id }) =>
    draw.several(buyers, draw.whole(1, 14)).map(({ email }) => {
      const createdAt = new Date(now.getTime() - draw.whole(1, 20 * 24 * 60) * MINUTE);
      return {
        id: newId(),
        variantId: id,
        address: email.toLowerCase(),
        createdAt,
        expiresAt: requestExpiry(createdAt),
      };
    }),
  );
  if (requests.length > 0) await tx('inventory_back_in_stock_requests').insert(requests);
  return requests.length;
}
