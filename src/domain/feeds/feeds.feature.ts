import { defineFeature } from '#domain/_shared/feature.js';

export const feedsFeature = defineFeature({
  slug: 'feeds',
  text: 'What both outbound catalog feeds share.',
  remedies: {
    passFeed: 'Correct what the reason names, then start the pass over the feed again.',
    revokeFeed:
      'Revoke the access in the console of the remote service: the credentials are deleted here already.',
  },
});
