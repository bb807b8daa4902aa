import { defineFeature } from '#domain/_shared/feature.js';

export const checkoutFeature = defineFeature({
  slug: 'checkout',
  text: 'From a cart to an order, and the payment options.',
});
