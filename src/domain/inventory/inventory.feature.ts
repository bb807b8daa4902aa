import { defineFeature } from '#domain/_shared/feature.js';

export const inventoryFeature = defineFeature({
  slug: 'inventory',
  text: 'Stock of variants, adjustments, alerts, and customers who wait for stock.',
});
