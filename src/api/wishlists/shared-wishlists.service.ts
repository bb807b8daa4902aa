import { readSharedItems } from '#db/wishlists/wishlist-items.query.js';
import { createWishlistsRepository } from '#db/wishlists/wishlists.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { ShownItem } from '#domain/wishlists/wishlist.js';
import { sha256 } from '#lib/crypto.js';
import type { Platform } from '#operations/platform.js';
import { type CursorPage, type CursorRows, readByCursor } from './cursor-pages.js';

/** Wishlists as everybody who has their link sees them: the name and what is on sale, nothing of the owner. */
export function createSharedWishlistsService({ knex, config }: Pick<Platform, 'knex' | 'config'>) {
  const lists = createWishlistsRepository();

  async function find(token: string): Promise<{ id: string; name: string }> {
    const list = await lists.findShared(knex, sha256(token));
    if (!list) throw platformErrors.notFound({ entity: 'Wishlist' });
    return list;
  }

  return {
    /** @throws AppError NOT_FOUND for a link that was revoked or never made */
    async get(token: string): Promise<{ name: string }> {
      const { name } = await find(token);
      return { name };
    },

    /** @throws AppError NOT_FOUND for a link that was revoked or never made */
    async items(ctx: Context, token: string, page: CursorPage): Promise<CursorRows<ShownItem>> {
      const { id: wishlistId } = await find(token);
      return readByCursor(page, `shared wishlist ${wishlistId}`, config.ENCRYPTION_KEY, (after, limit) =>
        readSharedItems(knex, { wishlistId, after, limit, now: ctx.now }),
      );
    },
  };
}
