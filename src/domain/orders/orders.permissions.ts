import { definePermissions } from '#domain/_shared/permission.js';

export const ordersPermissions = definePermissions({
  'order:view': 'Read any order with its timeline',
  'order:fulfil': 'Fulfil and deliver the sub-orders of any order',
  'order:cancel': 'Cancel any order or sub-order',
});
