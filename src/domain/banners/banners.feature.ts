import { defineFeature } from '#domain/_shared/feature.js';

export const bannersFeature = defineFeature({
  slug: 'banners',
  text: 'Pictures with links that storefronts show, by place and platform.',
  permissions: {
    'banner:read': 'Read banners',
    'banner:create': 'Create banners',
    'banner:update': 'Change and restore banners',
    'banner:delete': 'Delete banners',
  },
  entities: ['banner'],
});
