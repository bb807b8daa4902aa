import type { CountCache } from '#db/kernel/count-cache.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { AdminVariantRow } from '#domain/products/admin-product.js';

/** Variants of all vendors that options reach, of products that are not deleted. */
export function listAdminVariants(
  knex: Knex,
  counts: CountCache,
  query: ListQuery,
): Promise<Page<AdminVariantRow>> {
  return listPage<AdminVariantRow>({
    base: knex('products_variants as v')
      .join('products as p', 'p.id', 'v.productId')
      .join('vendors as w', 'w.id', 'p.vendorId')
      .whereNull('v.deletedAt')
      .whereNull('p.deletedAt')
      .where('v.detached', false),
    query,
    columns: {
      id: 'v.id',
      sku: 'v.sku',
      productId: 'v.productId',
      vendorId: 'p.vendorId',
      createdAt: 'v.createdAt',
    },
    idColumn: 'v.id',
    searchColumns: ['p.title', 'v.sku'],
    select: [
      'v.id',
      'v.sku',
      'v.price',
      'v.productId',
      'p.title as productTitle',
      'p.vendorId',
      'w.displayName as vendorName',
    ],
    counts: { cache: counts, name: 'admin variants' },
  });
}
