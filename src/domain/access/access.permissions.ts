import { definePermissions } from '#domain/_shared/permission.js';

export const accessPermissions = definePermissions({
  'role:read': 'Read the roles, the permissions and who has them',
  'role:manage': 'Write roles, give and take them, ban users',
  'apiKey:manage': 'Read, create and revoke API keys',
});
