import { z } from 'zod';
import { cartResponse } from '#api/carts/carts.mapper.js';
import { cartSchema } from '#api/carts/carts.schemas.js';
import { cursorMetadataSchema } from '#api/kernel/cursor-query.js';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { platformOf } from '#api/kernel/platform-header.js';
import { pageReply, Reply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { cartsErrors } from '#domain/carts/carts.errors.js';
import { pluginsErrors } from '#domain/plugins/plugins.errors.js';
import { MAX_WISHLIST_ITEMS } from '#domain/wishlists/wishlist.js';
import { wishlistsErrors } from '#domain/wishlists/wishlists.errors.js';
import {
  addWishlistItemSchema,
  itemsQuery,
  moveToCartSchema,
  ownItemResponse,
  ownWishlistItemSchema,
  savedItemsQuery,
  wishlistItemResponse,
  wishlistItemSchema,
  wishlistNoticesSchema,
} from './wishlists.schemas.js';

const item = {
  path: '/store/wishlists/:wishlistId/items/:itemId',
  auth: 'customer',
  params: { wishlistId: 'wishlist', itemId: 'wishlistItem' },
  errors: [wishlistsErrors.guestsHaveNone],
} as const;

export const wishlistItemsRoutes = routes('wishlists', [
  route({
    method: 'get',
    path: '/store/wishlists/items',
    summary: 'List the items of all wishlists of the current user',
    description: 'Without what their products say: lists which products are saved, and where.',
    auth: 'customer',
    query: savedItemsQuery,
    response: z.array(wishlistItemSchema),
    metadata: pageMetadataSchema,
    handler: async ({ ctx, services, query }) =>
      pageReply(await services.wishlistItems.saved(ctx, query), wishlistItemResponse),
  }),
  route({
    method: 'post',
    path: '/store/wishlists/items',
    summary: 'Add a product or a variant to a wishlist',
    description: `A list holds up to ${MAX_WISHLIST_ITEMS} items. What it holds already gets 200, unchanged.`,
    auth: 'customer',
    body: addWishlistItemSchema,
    success: 201,
    alsoSuccess: 200,
    response: wishlistItemSchema,
    errors: [wishlistsErrors.guestsHaveNone, wishlistsErrors.tooManyLists, wishlistsErrors.full],
    handler: async ({ ctx, services, body }) => {
      const { item, added } = await services.wishlistItems.add(ctx, body);
      return new Reply(wishlistItemResponse(item), { status: added ? 201 : 200 });
    },
  }),
  route({
    method: 'get',
    path: '/store/wishlists/:wishlistId/items',
    summary: 'List the items of a wishlist with price and stock',
    description: 'The latest first. What the store does not sell any more stays, without a price.',
    auth: 'customer',
    params: { wishlistId: 'wishlist' },
    query: itemsQuery,
    response: z.array(ownWishlistItemSchema),
    metadata: cursorMetadataSchema,
    handler: async ({ ctx, services, params, query }) => {
      const { rows, metadata } = await services.wishlistItems.list(ctx, params.wishlistId, query);
      return new Reply(rows.map(ownItemResponse), { metadata });
    },
  }),
  route({
    ...item,
    method: 'patch',
    summary: 'Update what a wishlist item is mailed about',
    description: 'Omitted fields do not change. What is switched on counts from the current price and stock.',
    body: wishlistNoticesSchema,
    response: wishlistItemSchema,
    handler: async ({ ctx, services, params, body }) =>
      wishlistItemResponse(await services.wishlistItems.setNotices(ctx, params, body)),
  }),
  route({
    ...item,
    method: 'delete',
    summary: 'Remove an item from a wishlist',
    response: z.null(),
    handler: ({ ctx, services, params: { wishlistId, itemId } }) =>
      services.wishlistItems.remove(ctx, wishlistId, itemId),
  }),
  route({
    ...item,
    method: 'post',
    path: '/store/wishlists/:wishlistId/items/:itemId/move-to-cart',
    summary: 'Add a wishlist item to a cart and remove it',
    description: 'Both or neither: it stays in the list where the cart refuses it.',
    body: moveToCartSchema,
    success: 201,
    response: cartSchema,
    errors: [
      wishlistsErrors.guestsHaveNone,
      pluginsErrors.portFailed,
      cartsErrors.notOpen,
      cartsErrors.notAvailable,
      cartsErrors.full,
      cartsErrors.tooMuch,
    ],
    handler: async ({ ctx, services, params, body, request }) => {
      const move = { ...body, platform: platformOf(request) };
      return cartResponse(await services.wishlistItems.moveToCart(ctx, params, move));
    },
  }),
]);
