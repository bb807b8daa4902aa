import { definePermissions } from '#domain/_shared/permission.js';

export const paymentsPermissions = definePermissions({
  'refund:view': 'Read the refunds of any order',
  'refund:create': 'Refund money',
});
