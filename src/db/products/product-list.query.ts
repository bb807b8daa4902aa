import type { CountCache } from '#db/count-cache.js';
import type { Knex } from '#db/knex.js';
import { likePattern, listPage } from '#db/list-page.js';
import type { Reader } from '#db/unit-of-work.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { ProductSummary } from '#domain/products/vendor-product.js';

const columns = [
  'id', 'vendorId', 'title', 'slug', 'subtitle', 'brandId', 'primaryCategoryId', 'material', 'countryOfOrigin', 'hsCode',
  'midCode', 'thumbnail', 'metaTitle', 'metaDescription', 'ogImage', 'status', 'visibility', 'publishedAt', 'createdAt',
  'updatedAt', 'deletedAt',
]; // prettier-ignore

const liveVariants = 'from products_variants v where v.product_id = p.id and v.deleted_at is null';

function selection(reader: Reader): (string | Knex.Raw)[] {
  return [
    ...columns.map((column) => `p.${column}`),
    reader.raw(`(select count(*) ${liveVariants}) as variant_count`),
    reader.raw(`(select min(v.price) ${liveVariants}) as price_start`),
    reader.raw(`(select max(v.price) ${liveVariants}) as price_end`),
    reader.raw(
      `(select coalesce(sum(greatest(l.on_hand - l.reserved, 0)), 0)::bigint
        from products_variants v join inventory_levels l on l.variant_id = v.id
        where v.product_id = p.id and v.deleted_at is null) as total_inventory`,
    ),
  ];
}

/** One page of the vendor's products; `search` looks into titles, slugs and SKUs. */
export function listProducts(
  knex: Knex,
  counts: CountCache,
  vendorId: string,
  { search, ...query }: ListQuery,
): Promise<Page<ProductSummary>> {
  const base = knex({ p: 'products' }).where('p.vendorId', vendorId);
  if (search !== undefined) {
    const pattern = likePattern(search);
    void base.where((group) => {
      void group
        .whereILike('p.title', pattern)
        .orWhereILike('p.slug', pattern)
        .orWhereRaw(`exists (select 1 ${liveVariants} and v.sku ilike ?)`, [pattern]);
    });
  }
  return listPage<ProductSummary>({
    base,
    query,
    columns: Object.fromEntries(columns.map((column) => [column, `p.${column}`])),
    idColumn: 'p.id',
    deletedColumn: 'p.deletedAt',
    select: selection(knex),
    counts: { cache: counts, name: `products ${vendorId} ${search ?? ''}` },
  });
}

/** One product of the vendor; a deleted one only when `deleted` asks for it. */
export async function readProductSummary(
  reader: Reader,
  vendorId: string,
  productId: string,
  options: { deleted?: boolean } = {},
): Promise<ProductSummary | undefined> {
  const query = reader({ p: 'products' }).where({ 'p.id': productId, 'p.vendorId': vendorId });
  if (!options.deleted) void query.whereNull('p.deletedAt');
  return (await query.first(selection(reader))) as ProductSummary | undefined;
}
