import { defineFeature } from '#domain/_shared/feature.js';

export const addressBookFeature = defineFeature({
  slug: 'address-book',
  text: 'Addresses that customers save, with a default for deliveries and one for billing.',
  entities: ['savedAddress'],
});
