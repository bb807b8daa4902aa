import { integer, type RowOf, text, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { BoundedPeriod, Calendar } from '#domain/analytics/periods.js';
import { type LowStockItem, lowStockItemColumns } from '#domain/analytics/snapshot.js';
import { PLATFORM } from './rollup-tables.js';

/** Current figures, whatever the window. */
const standingFiguresColumns = {
  scope: text,
  productsTotal: integer,
  productsActive: integer,
  productsDraft: integer,
  productsArchived: integer,
  skusLowStock: integer,
  skusOutOfStock: integer,
  inventoryUnitsOnHand: integer,
};
export type StandingFigures = RowOf<typeof standingFiguresColumns>;

export const LOW_STOCK = 20;

/** Stock of the live variants of live products. Only tracked stock can be low or out. */
const skusSql = `
  select l.vendor_id, l.variant_id, l.on_hand, l.low_stock_threshold as threshold, l.track_inventory as tracked,
    greatest(l.on_hand - l.reserved, 0) as available, v.sku, p.title
  from inventory_levels l
  join products_variants v on v.id = l.variant_id and v.deleted_at is null
  join products p on p.id = v.product_id and p.deleted_at is null`;

const scoped = `cross join lateral (values (vendor_id), ('${PLATFORM}'::uuid)) as scope (id)`;

/** Products and stock of every vendor, and of the platform. */
export async function readStandingFigures(reader: Reader): Promise<StandingFigures[]> {
  return query(
    reader,
    standingFiguresColumns,
  )(`with product as (
       select scope.id as scope, count(*) as total, count(*) filter (where status = 'active') as active,
         count(*) filter (where status = 'draft') as draft, count(*) filter (where status = 'archived') as archived
       from products ${scoped} where deleted_at is null group by 1),
     stock as (
       select scope.id as scope, count(*) filter (where tracked and available < threshold) as low,
         count(*) filter (where tracked and available = 0) as out, sum(on_hand)::bigint as on_hand
       from (${skusSql}) as sku ${scoped} group by 1)
     select scope, coalesce(product.total, 0) as products_total, coalesce(product.active, 0) as products_active,
       coalesce(product.draft, 0) as products_draft, coalesce(product.archived, 0) as products_archived,
       coalesce(stock.low, 0) as skus_low_stock, coalesce(stock.out, 0) as skus_out_of_stock,
       coalesce(stock.on_hand, 0) as inventory_units_on_hand
     from product full join stock using (scope)`);
}

/** The SKUs closest to or past their threshold; one without a threshold only when nothing is available. */
export async function readLowStock(reader: Reader): Promise<(LowStockItem & { scope: string })[]> {
  return query(reader, {
    ...lowStockItemColumns,
    scope: text,
  })(`select scope, variant_id, sku, title as name, on_hand, threshold
     from (
       select scope.id as scope, sku.*,
         row_number() over (partition by scope.id order by available - coalesce(threshold, 0), variant_id) as position
       from (${skusSql}) as sku ${scoped}
       where tracked and (threshold is not null or available = 0)) as ranked
     where position <= ${LOW_STOCK}
     order by scope, position`);
}

/** Vendors as they are called now. */
export async function readVendorNames(reader: Reader): Promise<{ id: string; name: string }[]> {
  return query(reader, { id: uuid, name: text })('select id, display_name as name from vendors');
}

/** Registered users without a role of the platform, guests left out, and how many of them are new in each window. */
export async function readCustomers(
  reader: Reader,
  { bounds }: Calendar,
): Promise<{ total: number } & Record<BoundedPeriod, number>> {
  const counts = bounds.map(({ period }) => `count(*) filter (where u.created_at >= ?) as "${period}"`);
  const rows = await query(reader, { total: integer, today: integer, '7d': integer, '30d': integer })(
    `select count(*) as total, ${counts.join(', ')} from accounts_users u
     where not u.is_anonymous and not exists (select 1 from access_user_roles r where r.user_id = u.id)`,
    bounds.map(({ from }) => from),
  );
  if (!rows[0]) throw new Error('An aggregate without a group has one row');
  return rows[0];
}
