import { defineFeature } from '#domain/_shared/feature.js';

export const auditFeature = defineFeature({
  slug: 'audit',
  text: 'Who changed what, and when.',
  permissions: {
    'audit:read': 'Read who changed what, and when',
  },
});
