import { ACTED, NO_PERSON, type PersonalData } from '#db/kernel/personal-data.js';

export const reconciliationPersonalData: PersonalData = {
  tables: [],
  none: { reconciliation_items: ACTED, reconciliation_disputes: NO_PERSON },
};
