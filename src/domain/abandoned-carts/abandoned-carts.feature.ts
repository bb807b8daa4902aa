import { defineFeature } from '#domain/_shared/feature.js';

export const abandonedCartsFeature = defineFeature({
  slug: 'abandoned-carts',
  text: 'Reminders of carts that were left with items, and links that restore them.',
  permissions: {
    'abandonedCarts:view': 'Read how many carts were reminded of and recovered',
  },
  remedies: {
    remindAbandonedCarts: {
      text: 'Correct what the reason names; the next scheduled run starts over.',
      retry: { way: 'schedule' },
    },
  },
});
