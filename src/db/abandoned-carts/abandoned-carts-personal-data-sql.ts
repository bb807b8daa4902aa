import { deleted, type PersonalData } from '#db/kernel/personal-data.js';

export const abandonedCartsPersonalData: PersonalData = {
  tables: [
    {
      table: 'abandoned_carts_reminders',
      text: 'Reminders of abandoned carts that were sent',
      rows: 'r.user_id = :userId',
      key: ['id'],
      file: ['step', 'coupon_code', 'sent_at', 'opened_at'],
      erasure: deleted,
    },
    {
      table: 'abandoned_carts_series',
      text: 'Series of such reminders',
      rows: 'r.cart_id in (select c.id from carts c where c.user_id = :userId) or r.address = :email',
      key: ['id'],
      file: ['address', 'cart_id', 'started_at', 'ended_at', 'end_reason'],
      erasure: deleted,
    },
  ],
};
