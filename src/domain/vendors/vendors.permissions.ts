import { definePermissions } from '#domain/_shared/permission.js';

export const vendorsPermissions = definePermissions({
  'vendor:view': 'Read vendors and their applications',
  'vendor:update': 'Change vendors: commission, suspension',
  'vendorApplication:decide': 'Approve or reject vendor applications',
  'platformVendorSetting:read': 'Read the shipping and tax settings of any vendor',
  'platformVendorSetting:update': 'Change the shipping and tax settings of any vendor',
});
