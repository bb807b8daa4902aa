import { defineFeature } from '#domain/_shared/feature.js';

export const mediaFeature = defineFeature({
  slug: 'media',
  text: 'Uploaded pictures and files.',
  permissions: {
    'media:upload': 'Upload images for the platform',
    'media:read': 'List the images of the platform and of vendors',
    'media:delete': 'Delete images that nothing names',
  },
  entities: ['media', 'vendorMedia'],
});
