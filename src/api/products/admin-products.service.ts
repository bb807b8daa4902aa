import { createAdminProductsQuery } from '#db/products/admin-products.query.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { Platform } from '#operations/platform.js';

/** The products of all vendors, as operators read them. */
export function createAdminProductsService({ knex, counts }: Pick<Platform, 'knex' | 'counts'>) {
  const products = createAdminProductsQuery(knex, counts);
  return {
    list: (query: ListQuery) => products.list(query),

    /** Deleted or not. @throws AppError NOT_FOUND */
    async get(id: string) {
      const product = await products.find(id);
      if (!product) throw platformErrors.notFound({ entity: 'Product' });
      return product;
    },
  };
}
