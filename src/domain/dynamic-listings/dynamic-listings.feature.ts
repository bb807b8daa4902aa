import { defineFeature } from '#domain/_shared/feature.js';

export const dynamicListingsFeature = defineFeature({
  slug: 'dynamic-listings',
  text: 'Saved searches that storefronts show as lists of products.',
  permissions: {
    'dynamicListing:read': 'Read dynamic product listings',
    'dynamicListing:create': 'Create dynamic product listings and their groups',
    'dynamicListing:update': 'Change dynamic product listings and their groups',
    'dynamicListing:delete': 'Delete dynamic product listings and their groups',
  },
  entities: ['dynamicListing', 'dynamicListingGroup'],
});
