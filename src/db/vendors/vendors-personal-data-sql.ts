import { BUSINESS, deleted, type PersonalData } from '#db/kernel/personal-data.js';

export const vendorsPersonalData: PersonalData = {
  tables: [
    {
      table: 'vendors_applications',
      text: 'Applications to become a vendor',
      rows: 'r.applicant_user_id = :userId',
      key: ['id'],
      file: [
        'display_name',
        'legal_name',
        'gstin',
        'address',
        'contact_email',
        'contact_phone',
        'message',
        'status',
        'created_at',
      ],
      erasure: deleted,
    },
  ],
  none: { vendors: BUSINESS },
};
