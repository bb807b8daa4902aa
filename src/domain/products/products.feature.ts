import { defineFeature } from '#domain/_shared/feature.js';

export const productsFeature = defineFeature({
  slug: 'products',
  text: 'Products, variants, options, media and tabs, for vendors, operators and storefronts.',
  permissions: {
    'product:view': 'Read the products of all vendors',
  },
  entities: ['product', 'productTab', 'productVariant'],
});
