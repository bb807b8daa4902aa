import { definePermissions } from '#domain/_shared/permission.js';

export const discountsPermissions = definePermissions({
  'discount:read': 'Read discounts with their redemptions, and explain them for a cart',
  'discount:create': 'Create discounts',
  'discount:update': 'Change and restore discounts',
  'discount:archive': 'Archive and unarchive discounts',
  'discount:delete': 'Delete discounts',
});
