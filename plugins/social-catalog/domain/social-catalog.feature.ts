import { defineFeature, z } from 'haat/plugin';

export const socialCatalogFeature = defineFeature({
  slug: 'social-catalog',
  text: 'The outbound feed to a social catalog: connection, items, bootstrap.',
  options: z.object({
    apiUrl: z.url().default('https://graph.facebook.com'),
    dialogUrl: z.url().default('https://www.facebook.com'),
    version: z.string().default('v25.0'),
  }),
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
