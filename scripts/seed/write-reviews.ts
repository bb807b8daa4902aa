import type { Tx } from '#db/kernel/unit-of-work.js';
import type { PlannedReview } from './plan-reviews.js';

/** Writes reviews, and the ratings of their products: what moderating them one by one would have come to. */
export async function writeReviews(tx: Tx, reviews: readonly PlannedReview[]): Promise<void> {
  await tx('reviews').insert([...reviews]);
  await tx.raw(
    `update products p set rating_count = given.count, rating_sum = given.sum
     from (select product_id, count(*)::integer as count, sum(rating)::integer as sum from reviews
           where status = 'approved' group by product_id) as given
     where p.id = given.product_id`,
  );
}
