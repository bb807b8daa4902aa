import { type PersonalData } from '#db/kernel/personal-data.js';

export const reportsPersonalData: PersonalData = {
  tables: [],
  none: {
    reports_exports:
      'files of reports are deleted after seven days; their rows name who asked for them by id',
  },
};
