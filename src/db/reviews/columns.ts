import { nullable, uuid } from '#domain/_shared/columns.js';
import { reviewColumns } from '#domain/reviews/review.js';

/** The columns of the tables of this feature. */
export const reviewsTables = {
  reviews: { ...reviewColumns, userId: nullable(uuid) },
};
