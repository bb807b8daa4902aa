import { defineFeature } from '#domain/_shared/feature.js';

export const returnsFeature = defineFeature({
  slug: 'returns',
  text: 'Returns by customers and guests, from the request to the refund.',
  entities: ['returnRequest'],
});
