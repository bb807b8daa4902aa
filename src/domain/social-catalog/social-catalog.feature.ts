import { defineFeature } from '#domain/_shared/feature.js';

export const socialCatalogFeature = defineFeature({
  slug: 'social-catalog',
  text: 'The outbound feed to a social catalog: connection, items, bootstrap.',
  permissions: {
    'socialCatalog:view': 'Read the state of the social catalog',
    'socialCatalog:manage': 'Connect and manage the social catalog',
  },
  remedies: {
    connectSocialCatalog: {
      text: 'Correct what the reason names, then connect the catalog again.',
      retry: { way: 'event', subscription: 'feeds-connect-social' },
    },
  },
});
