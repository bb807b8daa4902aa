import { definePermissions } from '#domain/_shared/permission.js';

export const dynamicLinksPermissions = definePermissions({
  'dynamicLink:read': 'Read groups of dynamic links',
  'dynamicLink:create': 'Create dynamic links and their groups',
  'dynamicLink:update': 'Change dynamic links and their groups',
  'dynamicLink:delete': 'Delete dynamic links and their groups',
});
