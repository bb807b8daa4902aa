import { defineFeature } from '#domain/_shared/feature.js';

export const storeCreditFeature = defineFeature({
  slug: 'store-credit',
  text: 'Balances of buyers: refunds to store credit, orders paid with it, statements, grants by operators.',
  permissions: {
    'storeCredit:view': 'Read the store credit of buyers with its movements',
    'storeCredit:manage': 'Grant and deduct store credit',
  },
});
