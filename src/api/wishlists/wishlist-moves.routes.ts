import { cartResponse } from '#api/carts/carts.mapper.js';
import { platformOf } from '#api/kernel/platform-header.js';
import { route, routes } from '#api/kernel/route.js';
import { cartsErrors } from '#domain/carts/carts.errors.js';
import { pluginsErrors } from '#domain/plugins/plugins.errors.js';
import { wishlistsErrors } from '#domain/wishlists/wishlists.errors.js';
import {
  listInCartSchema,
  listToCartSchema,
  moveToWishlistSchema,
  wishlistItemSchema,
} from './wishlists.schemas.js';

export const wishlistMovesRoutes = routes('wishlists', [
  route({
    method: 'post',
    path: '/store/wishlists/:wishlistId/items/:itemId/move',
    summary: 'Set the wishlist of an item',
    description:
      'Moves the item to another list. Where that list holds the same product or variant already, its item is returned and ' +
      'the moved one is gone; mails that either of the two asked for stay switched on. It stays where the other list is full.',
    auth: 'customer',
    idempotent: true,
    params: { wishlistId: 'wishlist', itemId: 'wishlistItem' },
    body: moveToWishlistSchema,
    response: wishlistItemSchema,
    errors: [wishlistsErrors.guestsHaveNone, wishlistsErrors.full],
    handler: ({ ctx, services, params, body }) =>
      services.wishlistMoves.move(ctx, { ...params, toWishlistId: body.wishlistId }),
  }),
  route({
    method: 'post',
    path: '/store/wishlists/:wishlistId/add-to-cart',
    summary: 'Add all items of a wishlist to a cart',
    description:
      'One piece of each that is sold, at current prices; `items` says what became of each. A piece that the cart has already ' +
      'counts, so that a repeat adds nothing. The list keeps its items.',
    auth: 'customer',
    params: { wishlistId: 'wishlist' },
    body: listToCartSchema,
    response: listInCartSchema,
    errors: [
      wishlistsErrors.guestsHaveNone,
      pluginsErrors.portFailed,
      cartsErrors.notOpen,
      cartsErrors.tooMuch,
    ],
    handler: async ({ ctx, services, params, body, request }) => {
      const input = { ...params, ...body, platform: platformOf(request) };
      const { cart, items } = await services.wishlistCart.add(ctx, input);
      return { cart: cartResponse(cart), items };
    },
  }),
]);
