import { ACTED, type PersonalData } from '#db/kernel/personal-data.js';

export const searchPersonalData: PersonalData = {
  tables: [],
  none: { search_rules: ACTED, search_runs: ACTED },
};
