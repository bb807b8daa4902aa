import { defineFeature } from '#domain/_shared/feature.js';

export const mediaFeature = defineFeature({
  slug: 'media',
  text: 'Uploaded pictures and files.',
  permissions: {
    'media:upload': 'Upload images for the platform',
  },
  entities: ['media'],
});
