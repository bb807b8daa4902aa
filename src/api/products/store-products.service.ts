import { createStoreProductReader } from '#db/products/product-detail.query.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { Platform } from '#operations/platform.js';

/** What buyers see of products. */
export function createStoreProductsService({ knex }: Pick<Platform, 'knex'>) {
  const products = createStoreProductReader(knex);
  return {
    /**
     * The JSON of a product.
     * @throws AppError NOT_FOUND unless the product is on sale now
     */
    async bySlug(ctx: Context, slug: string): Promise<string> {
      const product = await products.bySlug(slug, ctx.now);
      if (product === undefined) throw platformErrors.notFound({ entity: 'Product' });
      return product;
    },
  };
}
