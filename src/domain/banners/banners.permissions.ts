import { definePermissions } from '#domain/_shared/permission.js';

export const bannersPermissions = definePermissions({
  'banner:read': 'Read banners',
  'banner:create': 'Create banners',
  'banner:update': 'Change and restore banners',
  'banner:delete': 'Delete banners',
});
