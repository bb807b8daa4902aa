import { ACTED, deleted, type PersonalData } from '#db/kernel/personal-data.js';

export const accessPersonalData: PersonalData = {
  tables: [
    {
      table: 'access_user_roles',
      text: 'Platform roles',
      rows: 'r.user_id = :userId',
      key: ['user_id', 'role_id'],
      file: ['role_id', 'created_at'],
      erasure: deleted,
    },
    {
      table: 'access_api_keys',
      text: 'API keys',
      rows: 'r.created_by = :userId',
      key: ['id'],
      file: ['name', 'prefix', 'created_at', 'last_used_at', 'last_used_address'],
      erasure: deleted,
    },
  ],
  none: { access_money_acts: ACTED, access_money_approvals: ACTED },
};
