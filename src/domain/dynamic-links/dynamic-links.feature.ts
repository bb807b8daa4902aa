import { defineFeature } from '#domain/_shared/feature.js';

export const dynamicLinksFeature = defineFeature({
  slug: 'dynamic-links',
  text: 'Groups of links, such as menus and footers.',
  permissions: {
    'dynamicLink:read': 'Read groups of dynamic links',
    'dynamicLink:create': 'Create dynamic links and their groups',
    'dynamicLink:update': 'Change dynamic links and their groups',
    'dynamicLink:delete': 'Delete dynamic links and their groups',
  },
  entities: ['dynamicLink', 'dynamicLinkGroup'],
});
