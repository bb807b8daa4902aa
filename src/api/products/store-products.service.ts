import { createStoreProductReader } from '#db/products/product-detail.query.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { Platform } from '#operations/platform.js';

/** What buyers see of products. */
export function createStoreProductsService({ knex }: Pick<Platform, 'knex'>) {
  const products = createStoreProductReader(knex);
  return {
    /**
     * The JSON of a product, and whether only members of its groups see it.
     * @throws AppError NOT_FOUND unless the product is on sale now, to everybody or to this customer
     */
    async bySlug(ctx: Context, slug: string): Promise<{ product: string; forMembers: boolean }> {
      const product = await products.bySlug(slug, ctx.now);
      if (product !== undefined) return { product, forMembers: false };
      const own = ctx.userId === undefined ? undefined : await products.ofMember(slug, ctx.userId, ctx.now);
      if (own === undefined) throw platformErrors.notFound({ entity: 'Product' });
      return { product: own, forMembers: true };
    },
  };
}
