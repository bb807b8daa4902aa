import { z } from 'zod';
import { cursorMetadataSchema } from '#api/kernel/cursor-query.js';
import { Reply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import {
  itemsQuery,
  sharedItemResponse,
  sharedWishlistItemSchema,
  sharedWishlistSchema,
} from './wishlists.schemas.js';

const headers = { 'Cache-Control': 'private, no-store' };

const shared = {
  method: 'get',
  auth: 'public',
  params: { token: z.string().max(255).meta({ example: 'token-of-the-link' }) },
  // A reader of logs must not be able to open the list.
  secretParams: ['token'],
} as const;

export const sharedWishlistsRoutes = routes('wishlists', [
  route({
    ...shared,
    path: '/store/shared-wishlists/:token',
    summary: 'Get a wishlist by its share link',
    description: 'Its name, and nothing about its owner. Not found once the link is revoked.',
    response: sharedWishlistSchema,
    handler: async ({ services, params }) =>
      new Reply(await services.sharedWishlists.get(params.token), { headers }),
  }),
  route({
    ...shared,
    path: '/store/shared-wishlists/:token/items',
    summary: 'List the items of a wishlist by its share link',
    description: 'The products on sale, the latest first. Not found once the link is revoked.',
    query: itemsQuery,
    response: z.array(sharedWishlistItemSchema),
    metadata: cursorMetadataSchema,
    handler: async ({ ctx, services, params, query }) => {
      const { rows, metadata } = await services.sharedWishlists.items(ctx, params.token, query);
      return new Reply(rows.map(sharedItemResponse), { metadata, headers });
    },
  }),
]);
