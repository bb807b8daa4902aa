import { deleted, type PersonalData } from '#db/kernel/personal-data.js';

export const addressBookPersonalData: PersonalData = {
  tables: [
    {
      table: 'address_book_addresses',
      text: 'Saved addresses',
      rows: 'r.user_id = :userId',
      key: ['id'],
      file: ['label', 'address', 'is_default_shipping', 'is_default_billing', 'created_at', 'updated_at'],
      erasure: deleted,
    },
  ],
};
