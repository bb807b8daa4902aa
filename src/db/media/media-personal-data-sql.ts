import { ACTED, type PersonalData } from '#db/kernel/personal-data.js';

export const mediaPersonalData: PersonalData = {
  tables: [],
  none: { media_files: ACTED },
};
