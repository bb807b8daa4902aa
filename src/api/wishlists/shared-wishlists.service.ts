import { readSharedItems } from '#db/wishlists/wishlist-items.query.js';
import { createWishlistsRepository } from '#db/wishlists/wishlists.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { MAX_WISHLIST_ITEMS, type ShownItem } from '#domain/wishlists/wishlist.js';
import { sha256 } from '#lib/crypto.js';
import type { Platform } from '#operations/platform.js';

/** Wishlists as their share links show them: the name and what is on sale, nothing of the owner. */
export function createSharedWishlistsService({ knex }: Pick<Platform, 'knex'>) {
  const lists = createWishlistsRepository();
  return {
    /** @throws AppError NOT_FOUND for a link that was revoked or never made */
    async get(ctx: Context, token: string): Promise<{ name: string; items: ShownItem[] }> {
      const list = await lists.findShared(knex, sha256(token));
      if (!list) throw platformErrors.notFound({ entity: 'Wishlist' });
      const page = { wishlistId: list.id, after: undefined, limit: MAX_WISHLIST_ITEMS, now: ctx.now };
      return { name: list.name, items: await readSharedItems(knex, page) };
    },
  };
}
