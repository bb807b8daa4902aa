import { ApiError } from 'haat-client';
import type { Action } from '../server/page.js';
import { Elsewhere } from '../server/visit.js';
import { productPage } from './product.js';

/** Saves a variant in a wishlist; who is not signed in does that first, and comes back to the product. */
export const saveItem: Action = {
  page: productPage,
  run: async ({ visit }, form) => {
    const [productId, variantId, slug] = ['productId', 'variantId', 'slug'].map(
      (name) => form.get(name) ?? '',
    ) as [string, string, string];
    const wishlistId = form.get('wishlistId');
    const product = `/products/${encodeURIComponent(slug)}?v=${encodeURIComponent(variantId)}`;
    const signIn = new Elsewhere(`/sign-in?to=${encodeURIComponent(product)}`);
    if (!visit.signedIn) throw signIn;
    const item = { productId, variantId, notifyPriceDrop: false, notifyBackInStock: false };
    try {
      await visit.api.data('postStoreWishlistsItems', {
        body: { ...item, ...(wishlistId && { wishlistId }) },
      });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      visit.signOut();
      throw signIn;
    }
    return product;
  },
};
