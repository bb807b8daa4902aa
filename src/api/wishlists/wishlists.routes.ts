import { z } from 'zod';
import { Reply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { iso } from '#api/kernel/values.js';
import { MAX_WISHLISTS } from '#domain/wishlists/wishlist.js';
import { wishlistsErrors } from '#domain/wishlists/wishlists.errors.js';
import {
  productWishlistSchema,
  wishlistInput,
  wishlistResponse,
  wishlistSchema,
  wishlistShareSchema,
} from './wishlists.schemas.js';

const customer = { auth: 'customer', errors: [wishlistsErrors.guestsHaveNone] } as const;
const list = {
  ...customer,
  path: '/store/wishlists/:wishlistId',
  params: { wishlistId: 'wishlist' },
} as const;
const share = { ...list, path: '/store/wishlists/:wishlistId/share' } as const;

export const wishlistsRoutes = routes('wishlists', [
  route({
    method: 'get',
    path: '/store/wishlists',
    summary: 'List the wishlists of the current user',
    description: `At most ${MAX_WISHLISTS}, the default list first.`,
    auth: 'customer',
    response: z.array(wishlistSchema),
    handler: async ({ ctx, services }) => {
      const sendsNotices = services.wishlists.sendsNotices();
      return (await services.wishlists.list(ctx)).map((list) => wishlistResponse(list, sendsNotices));
    },
  }),
  route({
    method: 'get',
    path: '/store/products/:productId/wishlists',
    summary: 'List the wishlists of the current user for a product',
    description:
      'All lists, the default list first, each with what it holds of the product: all that a product page needs.',
    auth: 'customer',
    params: { productId: 'product' },
    response: z.array(productWishlistSchema),
    handler: ({ ctx, services, params }) => services.wishlists.ofProduct(ctx, params.productId),
  }),
  route({
    method: 'post',
    path: '/store/wishlists',
    summary: 'Create a wishlist',
    auth: 'customer',
    body: wishlistInput,
    success: 201,
    response: wishlistSchema,
    errors: [wishlistsErrors.guestsHaveNone, wishlistsErrors.tooManyLists],
    handler: async ({ ctx, services, body }) =>
      wishlistResponse(await services.wishlists.create(ctx, body.name), services.wishlists.sendsNotices()),
  }),
  route({
    ...list,
    method: 'patch',
    summary: 'Update the name of a wishlist',
    body: wishlistInput,
    response: wishlistSchema,
    handler: async ({ ctx, services, params, body }) =>
      wishlistResponse(
        await services.wishlists.rename(ctx, params.wishlistId, body.name),
        services.wishlists.sendsNotices(),
      ),
  }),
  route({
    ...list,
    method: 'delete',
    summary: 'Delete a wishlist with its items',
    response: z.null(),
    handler: ({ ctx, services, params }) => services.wishlists.delete(ctx, params.wishlistId),
  }),
  route({
    ...share,
    method: 'post',
    summary: 'Create the share link of a wishlist',
    description:
      'A former link of the list ends. The link shows the name of the list and its products without a session.',
    success: 201,
    response: wishlistShareSchema,
    handler: async ({ ctx, services, params }) => {
      const { token, sharedAt } = await services.wishlists.share(ctx, params.wishlistId);
      return new Reply(
        { token, sharedAt: iso(sharedAt) },
        { status: 201, headers: { 'Cache-Control': 'private, no-store' } },
      );
    },
  }),
  route({
    ...share,
    method: 'delete',
    summary: 'Revoke the share link of a wishlist',
    description: 'Idempotent.',
    response: wishlistSchema,
    handler: async ({ ctx, services, params }) =>
      wishlistResponse(
        await services.wishlists.revoke(ctx, params.wishlistId),
        services.wishlists.sendsNotices(),
      ),
  }),
]);
