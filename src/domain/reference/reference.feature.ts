import { defineFeature } from '#domain/_shared/feature.js';

export const referenceFeature = defineFeature({
  slug: 'reference',
  text: 'This reference.',
});
