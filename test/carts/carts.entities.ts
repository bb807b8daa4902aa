import { type EntityFactories, insertedRow } from '../_support/entity-factory.js';

export const cartsEntities: EntityFactories = {
  cart: ({ container, customer }) => insertedRow(container, 'carts', { userId: customer.userId }),
  cartItem: ({ container, rows }) =>
    insertedRow(container, 'carts_items', {
      cartId: rows.get('cart')?.id,
      variantId: rows.get('productVariant')?.id,
      quantity: 1,
    }),
};
