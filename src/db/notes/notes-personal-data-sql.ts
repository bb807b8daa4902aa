import { ORDERS_OF_USER, deleted, type PersonalData } from '#db/kernel/personal-data.js';

export const notesPersonalData: PersonalData = {
  tables: [
    {
      table: 'notes',
      text: 'Notes of operators about the user and the orders',
      rows: `(r.entity = 'user' and r.entity_id = :userId) or (r.entity = 'order' and r.entity_id in ${ORDERS_OF_USER})`,
      key: ['id'],
      file: ['entity', 'entity_id', 'text', 'created_at'],
      erasure: deleted,
    },
  ],
};
