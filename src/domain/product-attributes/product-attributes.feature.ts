import { defineFeature } from '#domain/_shared/feature.js';

export const productAttributesFeature = defineFeature({
  slug: 'product-attributes',
  text: 'Attributes, their groups and values, and their assignment to products.',
  permissions: {
    'productAttribute:read': 'Read product attributes and their groups',
    'productAttribute:create': 'Create product attributes and groups',
    'productAttribute:update': 'Change and restore product attributes and groups',
    'productAttribute:delete': 'Delete product attributes and groups',
  },
  entities: ['productAttribute', 'productAttributeGroup'],
});
