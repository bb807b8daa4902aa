import { query } from '#db/kernel/query.js';
import type { CountCache } from '#db/kernel/count-cache.js';
import { isoSql } from '#db/kernel/json-sql.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import {
  type AdminProductDetail,
  adminProductDetailColumns,
  type AdminProductRow,
} from '#domain/products/admin-product.js';
import { currentPriceSql } from './price-sql.js';

const COLUMNS = [
  'id',
  'title',
  'slug',
  'status',
  'visibility',
  'vendor_id',
  'thumbnail',
  'variant_count',
  'price_start',
  'price_end',
  'published_at',
  'created_at',
  'updated_at',
  'deleted_at',
].map((column) => `p.${column}`);

const variants = `select coalesce(jsonb_agg(jsonb_build_object(
    'id', v.id, 'sku', v.sku, 'detached', v.detached, 'price', ${currentPriceSql('v', 'now()')},
    'available', coalesce(greatest(l.on_hand - l.reserved, 0), 0),
    'unlimited', coalesce(not l.track_inventory or l.allow_backorder, false),
    'feeds', (select coalesce(jsonb_agg(jsonb_build_object('feed', f.feed, 'target', f.target, 'status', f.status, 'lastError', f.last_error,
        'lastPushedAt', ${isoSql('f.last_pushed_at')}) order by f.feed, f.target), '[]'::jsonb)
      from feeds_items f where f.variant_id = v.id)) order by v.sort_order, v.id), '[]'::jsonb)
  from (select * from products_variants where product_id = p.id and deleted_at is null order by sort_order, id limit 250) v
  left join inventory_levels l on l.variant_id = v.id`;

const search = `select jsonb_build_object('pending', s.requested_rev > s.done_rev, 'listed', s.listed, 'lastError', s.last_error,
    'indexedAt', ${isoSql('s.done_at')})
  from search_products s where s.product_id = p.id`;

/** The products of all vendors, for operators. */
export function createAdminProductsQuery(knex: Knex, counts: CountCache) {
  return {
    list: (query: ListQuery): Promise<Page<AdminProductRow>> =>
      listPage<AdminProductRow>({
        base: knex('products as p').join('vendors as w', 'w.id', 'p.vendorId'),
        query,
        columns: {
          title: 'p.title',
          status: 'p.status',
          visibility: 'p.visibility',
          vendorId: 'p.vendorId',
          createdAt: 'p.createdAt',
          updatedAt: 'p.updatedAt',
        },
        idColumn: 'p.id',
        searchColumns: ['p.title'],
        deletedColumn: 'p.deletedAt',
        select: [...COLUMNS, 'w.display_name as vendorName'],
        counts: { cache: counts, name: 'admin products' },
      }),

    /** Deleted or not. */
    async find(id: string): Promise<AdminProductDetail | undefined> {
      const rows = await query(knex, adminProductDetailColumns)(
        `select ${COLUMNS.join(', ')}, w.display_name as vendor_name, w.status as vendor_status, w.deleted_at as vendor_deleted_at,
           (${variants}) as variants, (${search}) as search
         from products p join vendors w on w.id = p.vendor_id where p.id = ?`,
        [id],
      );
      return rows[0];
    },
  };
}
