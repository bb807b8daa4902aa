import { type EntityFactories, insertedRow } from '../_support/entity-factory.js';

export const wishlistsEntities: EntityFactories = {
  wishlist: ({ container, customer }) =>
    insertedRow(container, 'wishlists', { userId: customer.userId, name: 'Diwali gifts', itemCount: 1 }),
  wishlistItem: ({ container, rows }) =>
    insertedRow(container, 'wishlists_items', {
      wishlistId: rows.get('wishlist')?.id,
      productId: rows.get('product')?.id,
      variantId: rows.get('productVariant')?.id,
    }),
};
