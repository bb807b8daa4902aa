import { deleted, type PersonalData } from '#db/kernel/personal-data.js';

export const vendorPagesPersonalData: PersonalData = {
  tables: [
    {
      table: 'vendor_pages_digests',
      text: 'When news of vendors were mailed',
      rows: 'r.user_id = :userId',
      key: ['user_id'],
      file: ['sent_at'],
      erasure: deleted,
    },
    {
      table: 'vendor_pages_follows',
      text: 'Vendors that are followed',
      rows: 'r.user_id = :userId',
      key: ['user_id', 'vendor_id'],
      file: ['vendor_id', 'created_at'],
      erasure: deleted,
    },
  ],
};
