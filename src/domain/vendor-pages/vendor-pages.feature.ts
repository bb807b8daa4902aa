import { defineFeature } from '#domain/_shared/feature.js';

export const vendorPagesFeature = defineFeature({
  slug: 'vendor-pages',
  text: 'Pages of vendors for shoppers, and who follows a vendor.',
});
