import { defineFeature } from '#domain/_shared/feature.js';

export const cartsFeature = defineFeature({
  slug: 'carts',
  text: 'Carts of guests and customers, each change with its quote, coupons included.',
  entities: ['cart', 'cartItem'],
});
