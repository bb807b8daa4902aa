import { deleted, type PersonalData } from '#db/kernel/personal-data.js';

export const cartsPersonalData: PersonalData = {
  tables: [
    {
      table: 'carts_items',
      text: 'What lies in carts',
      rows: 'r.cart_id in (select c.id from carts c where c.user_id = :userId)',
      key: ['id'],
      file: ['cart_id', 'variant_id', 'quantity', 'created_at'],
      erasure: deleted,
    },
    {
      table: 'carts_email_codes',
      text: 'Codes that prove an e-mail address',
      rows: 'r.cart_id in (select c.id from carts c where c.user_id = :userId)',
      key: ['id'],
      file: [],
      notInFile: 'hashes of codes that are valid for minutes',
      erasure: deleted,
    },
    {
      table: 'carts',
      text: 'Carts with their addresses',
      rows: 'r.user_id = :userId',
      key: ['id'],
      file: [
        'id',
        'email',
        'status',
        'shipping_address',
        'billing_address',
        'coupon_codes',
        'created_at',
        'updated_at',
      ],
      erasure: deleted,
    },
  ],
};
