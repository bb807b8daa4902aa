import { instant, integer, nullable, text, uuid } from '#domain/_shared/columns.js';
import { cartColumns } from '#domain/carts/cart.js';

/** The columns of the tables of this feature. */
export const cartsTables = {
  carts: { ...cartColumns },
  carts_email_codes: {
    id: uuid,
    cartId: uuid,
    email: text,
    codeHash: text,
    attempts: integer,
    sentAt: instant,
  },
  carts_items: {
    id: uuid,
    cartId: uuid,
    variantId: uuid,
    quantity: integer,
    unitPriceSeen: nullable(integer),
    createdAt: instant,
    updatedAt: instant,
  },
};
