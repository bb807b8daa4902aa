import { text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { inStockSql } from '#db/inventory/in-stock-sql.js';
import { jsonRows } from '#db/kernel/json-sql.js';
import type { Knex } from '#db/kernel/knex.js';
import { onSaleSql, vendorSellsSql } from '#db/products/offered-sql.js';
import { activeSpecialPriceSql } from '#db/products/price-sql.js';

/** Prices and stock as on the page of the product, of the variants that can be bought. */
const offer = `
  select min(coalesce(special.price, v.price)) as "priceStart", max(coalesce(special.price, v.price)) as "priceEnd",
    coalesce(bool_or(${inStockSql('l')}), false) as "inStock",
    coalesce(bool_or(special.price is not null), false) as "hasActiveSpecial"
  from products_variants v
  left join inventory_levels l on l.variant_id = v.id
  cross join lateral (select ${activeSpecialPriceSql('v', 'now.at')} as price) as special
  where v.product_id = shown.id and v.deleted_at is null and not v.detached`;

/** Candidates in their order, of which the first that are on sale are taken: their rows are looked at one by one. */
const statement = `
  select ${jsonRows(`
    select shown.id, shown.slug, shown.title, shown.thumbnail, offer.*
    from (select ?::timestamptz as at, ?::uuid[] as anchors) as now
    cross join lateral (
      select p.id, p.slug, p.title, p.thumbnail, candidate.confidence, candidate.orders
      from (
        select other_id, sum(confidence) as confidence, sum(orders) as orders
        from bought_together_pairs
        where product_id = any(now.anchors) and other_id <> all(now.anchors)
        group by other_id order by 2 desc, 3 desc, other_id
      ) as candidate
      join products p on p.id = candidate.other_id
      join vendors vendor on vendor.id = p.vendor_id
      where ${onSaleSql('p', 'now.at')} and ${vendorSellsSql('vendor')}
      order by candidate.confidence desc, candidate.orders desc, p.id
      limit ?
    ) as shown
    cross join lateral (${offer}) as offer
    order by shown.confidence desc, shown.orders desc, shown.id`)}::text as products`;

/** One direction of a pair: of the orders with the product, how many had the other as well. */
export interface BoughtTogetherPair {
  productId: string;
  productTitle: string;
  otherId: string;
  otherTitle: string;
  orders: number;
  confidence: number;
}

/** The pairs with the most joint orders; of one product where it is named. */
export async function listPairs(
  knex: Knex,
  { productId, limit }: { productId?: string; limit: number },
): Promise<BoughtTogetherPair[]> {
  const pairs = knex('bought_together_pairs as pair')
    .join('products as p', 'p.id', 'pair.productId')
    .join('products as other', 'other.id', 'pair.otherId')
    .orderBy('pair.orders', 'desc')
    .orderBy('pair.confidence', 'desc')
    .orderBy('pair.productId')
    .orderBy('pair.otherId')
    .limit(limit)
    .select<BoughtTogetherPair[]>(
      'pair.productId',
      'pair.otherId',
      'pair.orders',
      'p.title as productTitle',
      'other.title as otherTitle',
      knex.raw('pair.confidence::float8 as confidence'),
    );
  if (productId !== undefined) void pairs.where('pair.productId', productId);
  return pairs;
}

/**
 * Products that are bought together with the anchors as a JSON array, the best first; prices as of `now`. Anchors
 * themselves never appear, and one that is named twice counts once.
 */
export async function readBoughtTogether(
  knex: Knex,
  anchors: readonly string[],
  limit: number,
  now: Date,
): Promise<string> {
  const rows = await query(knex, { products: text })(statement, [now, [...anchors], limit], {
    name: 'bought-together',
  });
  return rows[0]?.products ?? '[]';
}
