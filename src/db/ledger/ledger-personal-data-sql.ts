import { ACTED, type PersonalData } from '#db/kernel/personal-data.js';

export const ledgerPersonalData: PersonalData = {
  tables: [],
  none: { ledger_transactions: ACTED },
};
