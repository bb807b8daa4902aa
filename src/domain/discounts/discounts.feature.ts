import { defineFeature } from '#domain/_shared/feature.js';

export const discountsFeature = defineFeature({
  slug: 'discounts',
  text: 'Coupons: terms, targets, limits, archive, and why one does or does not apply.',
  permissions: {
    'discount:read': 'Read discounts with their redemptions, and explain them for a cart',
    'discount:create': 'Create discounts',
    'discount:update': 'Change and restore discounts',
    'discount:archive': 'Archive and unarchive discounts',
    'discount:delete': 'Delete discounts',
  },
  entities: ['discount'],
});
