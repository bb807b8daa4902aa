import { deleted, type PersonalData } from '#db/kernel/personal-data.js';

export const customerGroupsPersonalData: PersonalData = {
  tables: [
    {
      table: 'customer_groups_members',
      text: 'Customer groups',
      rows: 'r.user_id = :userId',
      key: ['group_id', 'user_id'],
      file: ['group_id', 'joined_at'],
      erasure: deleted,
    },
  ],
};
