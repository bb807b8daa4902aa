import { defineFeature } from '#domain/_shared/feature.js';

export const customFieldsFeature = defineFeature({
  slug: 'custom-fields',
  text: 'Fields that plugins and the configuration add to products, variants, orders, vendors, users and categories.',
  permissions: {
    'customField:read': 'Read all custom fields of any row',
    'customField:update': 'Change custom fields of any row',
  },
});
