import { defineFeature } from '#domain/_shared/feature.js';

export const vendorsFeature = defineFeature({
  slug: 'vendors',
  text: 'Vendors, their applications, profiles and members.',
  permissions: {
    'vendor:view': 'Read vendors and their applications',
    'vendor:update': 'Change vendors: commission, suspension',
    'vendorApplication:decide': 'Approve or reject vendor applications',
    'vendor:support': 'Look at the panel of any vendor, without changing anything',
    'platformVendorSetting:read': 'Read the shipping and tax settings of any vendor',
    'platformVendorSetting:update': 'Change the shipping and tax settings of any vendor',
  },
  entities: ['vendor', 'vendorApplication'],
});
