import { defineFeature } from '#domain/_shared/feature.js';

export const wishlistsFeature = defineFeature({
  slug: 'wishlists',
  text: 'Wishlists of customers: saved products with live prices, share links, mails about price drops and returned stock.',
  entities: ['wishlist', 'wishlistItem'],
});
