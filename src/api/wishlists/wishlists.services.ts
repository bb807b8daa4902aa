import type { Platform } from '#operations/platform.js';
import { createSharedWishlistsService } from './shared-wishlists.service.js';
import { createWishlistCartService } from './wishlist-cart.service.js';
import { createWishlistItemsService } from './wishlist-items.service.js';
import { createWishlistMovesService } from './wishlist-moves.service.js';
import { createWishlistsService } from './wishlists.service.js';

/** The use cases of the feature, as route handlers see them. */
export const createWishlistsServices = (platform: Platform) => ({
  wishlists: createWishlistsService(platform),
  wishlistItems: createWishlistItemsService(platform),
  wishlistMoves: createWishlistMovesService(platform),
  wishlistCart: createWishlistCartService(platform),
  sharedWishlists: createSharedWishlistsService(platform),
});
