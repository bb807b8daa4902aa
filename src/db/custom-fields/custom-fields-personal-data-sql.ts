import { deleted, type PersonalData } from '#db/kernel/personal-data.js';

export const customFieldsPersonalData: PersonalData = {
  tables: [
    {
      table: 'custom_fields_values',
      text: 'Custom fields of the user',
      rows: "r.entity = 'user' and r.entity_id = :userId",
      key: ['entity', 'entity_id'],
      file: ['fields', 'updated_at'],
      erasure: deleted,
    },
  ],
};
