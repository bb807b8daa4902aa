import { deleted, type PersonalData } from '#db/kernel/personal-data.js';

export const storeCreditPersonalData: PersonalData = {
  tables: [
    {
      table: 'store_credit_movements',
      text: 'Movements of store credit',
      rows: 'r.user_id = :userId',
      key: ['id'],
      file: ['currency', 'kind', 'amount', 'balance', 'order_id', 'reason', 'created_at'],
      erasure: deleted,
    },
    {
      table: 'store_credit_accounts',
      text: 'Store credit; a balance is forfeited first',
      rows: 'r.user_id = :userId',
      key: ['user_id', 'currency'],
      file: ['currency', 'balance', 'created_at', 'updated_at'],
      erasure: deleted,
    },
  ],
};
