import { defineFeature, z } from 'haat/plugin';

export const merchantFeedFeature = defineFeature({
  slug: 'merchant-feed',
  text: 'The outbound feed to a merchant account: connection, items, bootstrap.',
  options: z.object({
    apiUrl: z.url().default('https://merchantapi.googleapis.com'),
    /** Where both consent and tokens are, in place of the hosts that the service has for each. */
    oauthUrl: z.url().optional(),
  }),
  permissions: {
    'merchantFeed:view': 'Read the state of the merchant feed',
    'merchantFeed:manage': 'Connect and manage the merchant feed',
  },
  remedies: {
    connectMerchantFeed: {
      text: 'Correct what the reason names, then connect the feed again.',
      retry: { way: 'event', subscription: 'feeds-connect-merchant' },
    },
  },
});
