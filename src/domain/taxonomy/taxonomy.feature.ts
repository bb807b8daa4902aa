import { defineFeature } from '#domain/_shared/feature.js';

export const taxonomyFeature = defineFeature({
  slug: 'taxonomy',
  text: 'Brands, categories, tags and ingredients, and the requests of vendors for them.',
  permissions: {
    'taxonomy:read': 'Read categories, brands, tags and ingredients, deleted ones included',
    'taxonomy:create': 'Create categories, brands, tags and ingredients',
    'taxonomy:update': 'Change and restore categories, brands, tags and ingredients',
    'taxonomy:delete': 'Delete categories, brands, tags and ingredients',
    'catalogRequest:view': 'Read what vendors ask to have added to the taxonomy',
    'catalogRequest:decide': 'Approve or reject what vendors ask to have added',
  },
  entities: ['brand', 'catalogRequest', 'category', 'ingredient', 'tag'],
});
