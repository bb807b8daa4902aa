import { definePermissions } from '#domain/_shared/permission.js';

export const auditPermissions = definePermissions({
  'audit:read': 'Read who changed what, and when',
});
