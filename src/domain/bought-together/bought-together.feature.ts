import { defineFeature } from '#domain/_shared/feature.js';

export const boughtTogetherFeature = defineFeature({
  slug: 'bought-together',
  text: 'Products that customers buy together, mined from orders.',
  permissions: {
    'fbt:refresh': 'Have the products that are bought together computed anew',
  },
  remedies: {
    mineBoughtTogether: {
      text: 'Correct what the reason names; the next scheduled run starts over.',
      retry: { way: 'schedule' },
    },
  },
});
