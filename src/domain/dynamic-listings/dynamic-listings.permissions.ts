import { definePermissions } from '#domain/_shared/permission.js';

export const dynamicListingsPermissions = definePermissions({
  'dynamicListing:read': 'Read dynamic product listings',
  'dynamicListing:create': 'Create dynamic product listings and their groups',
  'dynamicListing:update': 'Change dynamic product listings and their groups',
  'dynamicListing:delete': 'Delete dynamic product listings and their groups',
});
