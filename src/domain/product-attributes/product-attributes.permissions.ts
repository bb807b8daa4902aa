import { definePermissions } from '#domain/_shared/permission.js';

export const productAttributesPermissions = definePermissions({
  'productAttribute:read': 'Read product attributes and their groups',
  'productAttribute:create': 'Create product attributes and groups',
  'productAttribute:update': 'Change and restore product attributes and groups',
  'productAttribute:delete': 'Delete product attributes and groups',
});
