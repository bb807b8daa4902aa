import { query } from '#db/kernel/query.js';
import { inStockSql } from '#db/inventory/in-stock-sql.js';
import type { CountCache } from '#db/kernel/count-cache.js';
import type { Knex } from '#db/kernel/knex.js';
import { likePattern } from '#db/kernel/list-filter.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import { type StockLevel, stockLevelColumns } from '#domain/inventory/stock-level.js';

const available = 'greatest(l.on_hand - l.reserved, 0)';
const inStock = inStockSql('l');
const lowStock = `coalesce(l.track_inventory and ${available} < l.low_stock_threshold, false)`;

/** How the product is joined where nothing of it is needed: left, although there is one, the planner leaves it out. */
const anyProduct = 'left join products p on p.id = v.product_id';
/** Where its title orders or filters: the planner may begin with the index of the vendor's titles. */
const titledProduct =
  'join products p on p.id = v.product_id and p.vendor_id = v.vendor_id and p.deleted_at is null';

/** The stock of the live variants of a vendor (`?`), with everything that filters and sorting name. */
const stockOf = (product: string) => `
  (select l.variant_id, v.product_id, p.title as product_title, v.sku, v.created_at, l.on_hand, l.reserved,
     ${available} as available, l.track_inventory, l.allow_backorder, ${inStock} as in_stock, ${lowStock} as low_stock,
     l.updated_at
   from products_variants v
   join inventory_levels l on l.variant_id = v.id
   ${product}
   where v.vendor_id = ? and v.deleted_at is null) as stock`;

const stockOfVariants = `
  select l.variant_id, v.product_id, p.title as product_title, p.slug as product_slug, v.sku,
     coalesce(v.thumbnail, p.thumbnail) as thumbnail, l.on_hand, l.reserved, ${available} as available,
     l.track_inventory, l.allow_backorder, l.low_stock_threshold, ${inStock} as in_stock, ${lowStock} as low_stock,
     l.updated_at,
     (select string_agg(value.value, ' / ' order by option.sort_order, option.id)
      from products_option_values value join products_options option on option.id = value.option_id
      where value.id = any(v.option_value_ids)) as variant_title
   from inventory_levels l
   join products_variants v on v.id = l.variant_id
   join products p on p.id = v.product_id
   where l.vendor_id = ? and v.deleted_at is null and l.variant_id = any(?::uuid[])`;

/** The stock of these live variants of the vendor, in the order in which they were asked for. */
export async function readStock(
  reader: Reader,
  vendorId: string,
  variantIds: readonly string[],
): Promise<StockLevel[]> {
  const rows = await query(reader, stockLevelColumns)(stockOfVariants, [vendorId, [...variantIds]]);
  const byId = new Map(rows.map((row) => [row.variantId, row]));
  return variantIds.flatMap((id) => byId.get(id) ?? []);
}

/**
 * One page of the vendor's stock; `search` looks into titles and SKUs. The page is found by ids, on the index of its
 * order where there is one, and only its rows are read.
 */
export async function listStock(
  knex: Knex,
  counts: CountCache,
  vendorId: string,
  { search, ...query }: ListQuery,
): Promise<Page<StockLevel>> {
  const usesTitle = [query.sort, ...query.filters].some(({ field }) => field === 'productTitle');
  const base = knex.from(knex.raw(stockOf(usesTitle ? titledProduct : anyProduct), [vendorId]));
  if (search !== undefined) void base.whereRaw('variant_id in (?)', [searched(knex, vendorId, search)]);
  const found = await listPage<{ variantId: string }>({
    base,
    query,
    columns: {},
    idColumn: 'variantId',
    select: ['variantId'],
    counts: { cache: counts, name: `inventory ${vendorId} ${search ?? ''}` },
  });
  const rows = await readStock(
    knex,
    vendorId,
    found.rows.map(({ variantId }) => variantId),
  );
  return { ...found, rows };
}

/** The live variants of a vendor by SKU, or by the title of their product: one index each, then their union. */
function searched(knex: Knex, vendorId: string, search: string): Knex.Raw {
  const pattern = likePattern(search);
  return knex.raw(
    `select id from products_variants where vendor_id = ? and deleted_at is null and sku ilike ?
     union
     select v.id from products p join products_variants v on v.product_id = p.id and v.deleted_at is null
     where p.vendor_id = ? and p.deleted_at is null and p.title ilike ?`,
    [vendorId, pattern, vendorId, pattern],
  );
}
