import { integer, type RowOf, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import { HALF_LIFE_DAYS, MAX_POPULARITY, NIGHTLY_SHARE, POPULARITY_DAYS } from '#domain/search/popularity.js';

/** The step that a product is to have. */
const popularityChangeColumns = { productId: uuid, popularity: integer };
export type PopularityChange = RowOf<typeof popularityChangeColumns>;

/**
 * Listed products whose step differs from what their orders say, the largest differences first: as many as one night may
 * write. Sub-orders count once for each product, whatever the quantity.
 */
export async function changedPopularity(reader: Reader, now: Date): Promise<PopularityChange[]> {
  return query(reader, popularityChangeColumns)(
    `with instants as (select ?::timestamptz as at), sold as (
       select product_id, sum(power(0.5, extract(epoch from (instants.at - bought.confirmed_at)) / 86400 / ${HALF_LIFE_DAYS})) as score
       from instants, lateral (
         select distinct sub_order.id, sub_order.confirmed_at, line.product_id
         from orders_sub_orders sub_order join orders_lines line on line.sub_order_id = sub_order.id
         where sub_order.confirmed_at between instants.at - interval '${POPULARITY_DAYS} days' and instants.at
           and sub_order.status not in ('cancelled', 'returned') and line.product_id is not null
       ) as bought
       group by product_id
     ), wanted as (
       select known.product_id, known.popularity as before,
         least(${MAX_POPULARITY}, ceil(ln(1 + coalesce(sold.score, 0)) / ln(2)))::integer as popularity
       from search_products known left join sold on sold.product_id = known.product_id where known.listed
     )
     select product_id, popularity from wanted where popularity <> before
     order by abs(popularity - before) desc, popularity desc, product_id
     limit (select greatest(1, floor(count(*) * ${NIGHTLY_SHARE}))::integer from search_products where listed)`,
    [now],
  );
}
