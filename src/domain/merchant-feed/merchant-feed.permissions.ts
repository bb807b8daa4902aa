import { definePermissions } from '#domain/_shared/permission.js';

export const merchantFeedPermissions = definePermissions({
  'merchantFeed:view': 'Read the state of the merchant feed',
  'merchantFeed:manage': 'Connect and manage the merchant feed',
});
