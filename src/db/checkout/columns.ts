import { instant, integer, text, uuid } from '#domain/_shared/columns.js';

/** The columns of the tables of this feature. */
export const checkoutTables = {
  checkout_cash_orders: { orderId: uuid, email: text, addressKey: text, pieces: integer, placedAt: instant },
};
