import { deleted, type PersonalData } from '#db/kernel/personal-data.js';

export const personalDataPersonalData: PersonalData = {
  tables: [
    {
      table: 'personal_data_exports',
      text: 'Files of the personal data',
      rows: 'r.user_id = :userId',
      key: ['id'],
      file: ['id', 'status', 'created_at', 'completed_at', 'expires_at'],
      erasure: deleted,
    },
    {
      table: 'personal_data_erasures',
      text: 'Requests to erase the data',
      rows: 'r.user_id = :userId or r.email = :email',
      key: ['id'],
      file: ['id', 'status', 'due_at', 'created_at', 'ended_at'],
      erasure: {
        kind: 'keep',
        kept: 'proves that the erasure was done; the e-mail address is blanked at its end',
      },
    },
  ],
};
