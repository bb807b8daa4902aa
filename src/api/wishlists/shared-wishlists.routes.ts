import { z } from 'zod';
import { Reply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { MAX_WISHLIST_ITEMS } from '#domain/wishlists/wishlist.js';
import { sharedItemResponse, sharedWishlistSchema } from './wishlists.schemas.js';

export const sharedWishlistsRoutes = routes('wishlists', [
  route({
    method: 'get',
    path: '/store/shared-wishlists/:token',
    summary: 'Get a wishlist by its share link',
    description:
      `Its name and those of its products that are on sale, ${MAX_WISHLIST_ITEMS} at most, the latest first; nothing about its ` +
      'owner. Not found once the link is revoked.',
    auth: 'public',
    params: { token: z.string().max(255).meta({ example: 'token-of-the-link' }) },
    // A reader of logs must not be able to open the list.
    secretParams: ['token'],
    response: sharedWishlistSchema,
    handler: async ({ ctx, services, params }) => {
      const { name, items } = await services.sharedWishlists.get(ctx, params.token);
      return new Reply(
        { name, items: items.map(sharedItemResponse) },
        { headers: { 'Cache-Control': 'private, no-store' } },
      );
    },
  }),
]);
