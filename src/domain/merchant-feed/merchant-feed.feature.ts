import { defineFeature } from '#domain/_shared/feature.js';

export const merchantFeedFeature = defineFeature({
  slug: 'merchant-feed',
  text: 'The outbound feed to a merchant account: connection, items, bootstrap.',
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
