import { defineFeature } from '#domain/_shared/feature.js';

export const consoleFeature = defineFeature({
  slug: 'console',
  text: 'The console for operators and vendors, in a browser.',
});
