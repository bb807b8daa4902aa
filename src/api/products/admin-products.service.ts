import { createAdminProductsQuery } from '#db/products/admin-products.query.js';
import { listAdminVariants } from '#db/products/admin-variants.query.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { AdminProductDetail, AdminProductRow, AdminVariantRow } from '#domain/products/admin-product.js';
import { isPublicKey } from '#integrations/storage/storage-key.js';
import type { Platform } from '#operations/platform.js';

type Deps = Pick<Platform, 'knex' | 'counts' | 'storage'>;

/** The products of all vendors, as operators read them. */
export function createAdminProductsService({ knex, counts, storage }: Deps) {
  const products = createAdminProductsQuery(knex, counts);

  /** With the address of its picture, which a browser can load, in place of the key in the storage. */
  const shown = <Row extends { thumbnail: string | null }>(row: Row): Row =>
    row.thumbnail !== null && isPublicKey(row.thumbnail)
      ? { ...row, thumbnail: storage.publicUrl(row.thumbnail) }
      : row;

  return {
    async list(query: ListQuery): Promise<Page<AdminProductRow>> {
      const page = await products.list(query);
      return { ...page, rows: page.rows.map(shown) };
    },

    variants: (query: ListQuery): Promise<Page<AdminVariantRow>> => listAdminVariants(knex, counts, query),

    /** Deleted or not. @throws AppError NOT_FOUND */
    async get(id: string): Promise<AdminProductDetail> {
      const product = await products.find(id);
      if (!product) throw platformErrors.notFound({ entity: 'Product' });
      return shown(product);
    },
  };
}
