import { defineFeature } from '#domain/_shared/feature.js';

export const accountsFeature = defineFeature({
  slug: 'accounts',
  text: 'The signed-in person: profile, active vendor, sessions.',
  permissions: {
    'customer:view': 'Read customers with their orders, reviews and mails',
  },
  entities: ['user'],
  remedies: {
    sweepAccounts: {
      text: 'Nothing is lost: the next scheduled run deletes what this one left.',
      retry: { way: 'never' },
    },
  },
});
