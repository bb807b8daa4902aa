import { type PersonalData } from '#db/kernel/personal-data.js';

export const auditPersonalData: PersonalData = {
  tables: [
    {
      table: 'audit_entries',
      text: 'Changes of the account',
      rows: "r.entity = 'user' and r.entity_id = :userId::text",
      key: ['id'],
      file: ['action', 'key', 'before', 'after', 'created_at'],
      erasure: {
        kind: 'blank',
        set: { before: 'null', after: 'null' },
        kept: 'that a change was made, when and by whom is kept as proof; what it said is blanked',
      },
    },
  ],
};
