import { type PersonalData } from '#db/kernel/personal-data.js';

export const analyticsPersonalData: PersonalData = {
  tables: [],
  none: {
    analytics_buyer_days:
      'is computed from orders, and anew for each day whose orders lose their e-mail address',
  },
};
