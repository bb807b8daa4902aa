import { definePermissions } from '#domain/_shared/permission.js';

export const settingsPermissions = definePermissions({
  'adminSetting:read': 'Read the settings of the platform and of the store',
  'adminSetting:update': 'Change the settings of the platform and of the store',
});
