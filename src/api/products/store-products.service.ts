import { readStoreProduct } from '#db/products/product-detail.query.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { StoreProduct } from '#domain/products/store-product.js';
import type { Container } from '#lib/container.js';

/** What buyers see of products. */
export function createStoreProductsService({ knex }: Pick<Container, 'knex'>) {
  return {
    /** @throws AppError NOT_FOUND unless the product is on sale now */
    async bySlug(ctx: Context, slug: string) {
      const product = await readStoreProduct(knex, slug, ctx.now);
      if (!product) throw platformErrors.notFound({ entity: 'Product' });
      return { ...product, ...offerOf(product), attributes: [], rating: { average: 0, count: 0 } };
    },
  };
}

/** What the variants amount to as a whole. */
function offerOf({ variants }: StoreProduct) {
  const prices = variants.flatMap(({ currentPrice }) => currentPrice ?? []);
  return {
    priceStart: prices.length > 0 ? Math.min(...prices) : null,
    priceEnd: prices.length > 0 ? Math.max(...prices) : null,
    inStock: variants.some(({ inStock }) => inStock),
    hasActiveSpecial: variants.some(({ specialPriceActive }) => specialPriceActive !== null),
  };
}
