import { defineFeature } from '#domain/_shared/feature.js';

export const feedsFeature = defineFeature({
  slug: 'feeds',
  text: 'What both outbound catalog feeds share.',
  remedies: {
    passFeed: {
      text: 'Correct what the reason names, then start the pass over the feed again.',
      retry: { way: 'schedule' },
    },
    revokeFeed: {
      text: 'Revoke the access in the console of the remote service: the credentials are deleted here already.',
      retry: { way: 'event', subscription: 'feeds-revoke' },
    },
  },
});
