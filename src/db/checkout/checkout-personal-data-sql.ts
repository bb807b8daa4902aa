import { ORDERS_OF_USER, deleted, type PersonalData } from '#db/kernel/personal-data.js';

export const checkoutPersonalData: PersonalData = {
  tables: [
    {
      table: 'checkout_cash_orders',
      text: 'Limits of cash on delivery',
      rows: `r.order_id in ${ORDERS_OF_USER}`,
      key: ['order_id'],
      file: ['order_id', 'email', 'pieces', 'placed_at'],
      erasure: deleted,
    },
  ],
};
