import type { CountCache } from '#db/kernel/count-cache.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { StockLevel } from '#domain/inventory/stock-level.js';

/** The stock of the live variants of a vendor (`?`), with computed columns that can be filtered by. */
const stock = `
  (select l.variant_id, v.product_id, p.title as product_title, p.slug as product_slug, v.sku,
     coalesce(v.thumbnail, p.thumbnail) as thumbnail, v.option_value_ids, v.created_at, l.on_hand, l.reserved,
     greatest(l.on_hand - l.reserved, 0) as available, l.track_inventory, l.allow_backorder, l.low_stock_threshold,
     not l.track_inventory or l.allow_backorder or l.on_hand > l.reserved as in_stock,
     coalesce(l.track_inventory and greatest(l.on_hand - l.reserved, 0) < l.low_stock_threshold, false) as low_stock,
     l.updated_at
   from inventory_levels l
   join products_variants v on v.id = l.variant_id
   join products p on p.id = v.product_id
   where l.vendor_id = ? and v.deleted_at is null) as stock`;

const columns = [
  'variantId',
  'productId',
  'productTitle',
  'productSlug',
  'sku',
  'thumbnail',
  'onHand',
  'reserved',
  'available',
  'trackInventory',
  'allowBackorder',
  'lowStockThreshold',
  'inStock',
  'lowStock',
  'updatedAt',
];

function selection(reader: Reader) {
  const variantTitle = reader.raw(
    `(select string_agg(value.value, ' / ' order by option.sort_order, option.id)
      from products_option_values value join products_options option on option.id = value.option_id
      where value.id = any(stock.option_value_ids)) as variant_title`,
  );
  return [...columns.map((column) => `stock.${column}`), variantTitle];
}

/** One page of the vendor's stock; `search` looks into titles and SKUs. */
export function listStock(
  knex: Knex,
  counts: CountCache,
  vendorId: string,
  query: ListQuery,
): Promise<Page<StockLevel>> {
  return listPage<StockLevel>({
    base: knex.from(knex.raw(stock, [vendorId])),
    query,
    columns: {},
    idColumn: 'variantId',
    searchColumns: ['productTitle', 'sku'],
    select: selection(knex),
    counts: { cache: counts, name: `inventory ${vendorId}` },
  });
}

/** The stock of these live variants of the vendor, in the order in which they were asked for. */
export async function readStock(
  reader: Reader,
  vendorId: string,
  variantIds: readonly string[],
): Promise<StockLevel[]> {
  const rows = (await reader
    .from(reader.raw(stock, [vendorId]))
    .whereIn('variantId', variantIds)
    .select(selection(reader))) as StockLevel[];
  const byId = new Map(rows.map((row) => [row.variantId, row]));
  return variantIds.flatMap((id) => byId.get(id) ?? []);
}
