import { defineFeature } from '#domain/_shared/feature.js';

export const taxFeature = defineFeature({
  slug: 'tax',
  text: 'Tax lines of the platform and of vendors, GST rates by HSN code.',
});
