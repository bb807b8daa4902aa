import { defineFeature } from '#domain/_shared/feature.js';

export const healthFeature = defineFeature({
  slug: 'health',
  text: 'Whether the platform can work, for balancers and supervisors.',
});
