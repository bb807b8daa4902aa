import { definePermissions } from '#domain/_shared/permission.js';

export const analyticsPermissions = definePermissions({
  'analytics:view': 'Read the dashboard and the live count of paid orders',
  'analytics:refresh': 'Have the dashboard computed now',
});
