import { createBuyer } from '../_support/orders.js';
import { type EntityFactories, insertedRow } from '../_support/entity-factory.js';

export const reviewsEntities: EntityFactories = {
  review: async ({ container, rows }) =>
    insertedRow(container, 'reviews', {
      productId: rows.get('product')?.id,
      userId: (await createBuyer(container)).userId,
      rating: 4,
      title: 'Good',
    }),
};
