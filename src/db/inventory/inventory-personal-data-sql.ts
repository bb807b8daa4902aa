import { ACTED, deleted, type PersonalData } from '#db/kernel/personal-data.js';

export const inventoryPersonalData: PersonalData = {
  tables: [
    {
      table: 'inventory_back_in_stock_requests',
      text: 'Requests for a mail when a product is back in stock',
      rows: 'r.address = :email',
      key: ['id'],
      file: ['variant_id', 'address', 'state', 'created_at', 'expires_at'],
      erasure: deleted,
    },
  ],
  none: { inventory_movements: ACTED },
};
