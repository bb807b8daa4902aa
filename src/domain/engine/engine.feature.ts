import { defineFeature } from '#domain/_shared/feature.js';

export const engineFeature = defineFeature({
  slug: 'engine',
  text: 'Encrypted payloads in readable form, for the web UI of the workflow engine.',
});
