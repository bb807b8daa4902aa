import { definePermissions } from '#domain/_shared/permission.js';

export const campaignsPermissions = definePermissions({
  'campaignTemplate:view': 'Read campaign templates',
  'campaignTemplate:manage': 'Write and preview campaign templates',
  'notifications:broadcast': 'Send campaigns',
});
