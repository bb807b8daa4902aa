import { defineFeature } from '#domain/_shared/feature.js';

export const analyticsFeature = defineFeature({
  slug: 'analytics',
  text: 'The dashboard of the marketplace and of a vendor, and the live stream of paid orders.',
  permissions: {
    'analytics:view': 'Read the dashboard and the live count of paid orders',
    'analytics:refresh': 'Have the dashboard computed now',
  },
  remedies: {
    refreshAnalytics: {
      text: 'Correct what the reason names, then refresh the dashboard again.',
      retry: { way: 'schedule' },
    },
    compareAnalytics: {
      text: 'Correct what the reason names; the next scheduled run compares again.',
      retry: { way: 'schedule' },
    },
  },
});
