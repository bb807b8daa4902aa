import { deleted, type PersonalData } from '#db/kernel/personal-data.js';

export const wishlistsPersonalData: PersonalData = {
  tables: [
    {
      table: 'wishlists_items',
      text: 'Items of wishlists',
      rows: 'r.wishlist_id in (select w.id from wishlists w where w.user_id = :userId)',
      key: ['id'],
      file: [
        'wishlist_id',
        'product_id',
        'variant_id',
        'price_added',
        'notify_price_drop',
        'notify_back_in_stock',
        'created_at',
      ],
      erasure: deleted,
    },
    {
      table: 'wishlists',
      text: 'Wishlists',
      rows: 'r.user_id = :userId',
      key: ['id'],
      file: ['id', 'name', 'is_default', 'shared_at', 'created_at', 'updated_at'],
      erasure: deleted,
    },
    {
      table: 'wishlists_owners',
      text: 'When prices and stock of wishlists were mailed',
      rows: 'r.user_id = :userId',
      key: ['user_id'],
      file: ['list_count', 'notified_on'],
      erasure: deleted,
    },
  ],
};
