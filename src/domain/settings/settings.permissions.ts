import { definePermissions } from '#domain/_shared/permission.js';

export const settingsPermissions = definePermissions({
  'adminSetting:read': 'Read the settings of the platform and of the store',
  'adminSetting:update': 'Change the settings of the platform and of the store',
  'adminSetting:secure':
    'Change where mails and links of the platform go, and the credentials of other services',
});
