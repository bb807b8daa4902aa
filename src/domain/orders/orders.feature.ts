import { defineFeature } from '#domain/_shared/feature.js';

export const ordersFeature = defineFeature({
  slug: 'orders',
  text: 'Orders of customers, the sub-orders of vendors, and their timelines.',
  permissions: {
    'order:view': 'Read any order with its timeline',
    'order:fulfil': 'Fulfil and deliver the sub-orders of any order',
    'order:cancel': 'Cancel any order or sub-order',
  },
  entities: ['order', 'subOrder'],
  remedies: {
    followOrder: {
      text: 'Compare an unpaid order with its payment at the provider, then cancel it or mark it as paid; one that is confirmed needs nothing.',
      retry: { way: 'event', subscription: 'orders-follow' },
    },
  },
});
