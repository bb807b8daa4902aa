import { definePermissions } from '#domain/_shared/permission.js';

export const taxonomyPermissions = definePermissions({
  'taxonomy:read': 'Read categories, brands, tags and ingredients, deleted ones included',
  'taxonomy:create': 'Create categories, brands, tags and ingredients',
  'taxonomy:update': 'Change and restore categories, brands, tags and ingredients',
  'taxonomy:delete': 'Delete categories, brands, tags and ingredients',
  'catalogRequest:view': 'Read what vendors ask to have added to the taxonomy',
  'catalogRequest:decide': 'Approve or reject what vendors ask to have added',
});
