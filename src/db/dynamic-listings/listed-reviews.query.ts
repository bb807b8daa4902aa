import { instant, integer, nullable, text, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import type { PublicReview } from '#domain/reviews/review.js';
import { LISTED_REVIEWS } from '#domain/dynamic-listings/dynamic-listing.js';

/** The newest approved reviews of each product, of all products by one statement; who wrote them stays out. */
export async function readListedReviews(
  knex: Knex,
  productIds: readonly string[],
): Promise<Map<string, PublicReview[]>> {
  const reviews = new Map<string, PublicReview[]>(productIds.map((id) => [id, []]));
  if (productIds.length === 0) return reviews;
  const rows = await query(knex, {
    id: uuid,
    createdAt: instant,
    text: nullable(text),
    title: nullable(text),
    rating: integer,
    name: nullable(text),
    productId: uuid,
  })(
    `select product.id as "productId", r.id, r.rating, r.title, r.text, r.created_at as "createdAt", u.name
     from unnest(?::uuid[]) as product (id)
     cross join lateral (
       select * from reviews where product_id = product.id and status = 'approved'
       order by created_at desc, id desc limit ?
     ) r
     left join accounts_users u on u.id = r.user_id
     order by product.id, r.created_at desc, r.id desc`,
    [[...productIds], LISTED_REVIEWS],
  );
  for (const { productId, ...review } of rows) reviews.get(productId)?.push(review);
  return reviews;
}
