import { defineFeature } from '#domain/_shared/feature.js';

export const settingsFeature = defineFeature({
  slug: 'settings',
  text: 'Settings of the platform and of vendors; secrets are masked.',
  permissions: {
    'adminSetting:read': 'Read the settings of the platform and of the store',
    'adminSetting:update': 'Change the settings of the platform and of the store',
    'adminSetting:secure':
      'Change where mails, links and payouts of the platform go, and credentials where only superAdmins may',
  },
});
