import { definePermissions } from '#domain/_shared/permission.js';

export const ordersPermissions = definePermissions({
  'order:view': 'Read any order with its timeline',
  'order:fulfil': 'Fulfil and deliver the parts of any order',
  'order:cancel': 'Cancel any order or a part of it',
});
