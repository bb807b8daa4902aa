import { defineFeature } from '#domain/_shared/feature.js';

export const reviewsFeature = defineFeature({
  slug: 'reviews',
  text: 'Reviews of products and their moderation.',
  permissions: {
    'review:moderate': 'Read, approve and reject reviews',
  },
  entities: ['review'],
});
