import { defineFeature } from '#domain/_shared/feature.js';

export const pluginsFeature = defineFeature({
  slug: 'plugins',
  text: 'What plugins add to the operations of the platform.',
});
