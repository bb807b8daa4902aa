import { ACTED, type PersonalData } from '#db/kernel/personal-data.js';

export const taxonomyPersonalData: PersonalData = {
  tables: [],
  none: { taxonomy_requests: ACTED },
};
