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

const summary = `
  select p.id, p.vendor_id, p.title, p.slug, p.subtitle, p.brand_id, p.primary_category_id, p.material,
    p.country_of_origin, p.hs_code, p.mid_code, p.thumbnail, p.meta_title, p.meta_description, p.og_image, p.status,
    p.visibility, p.published_at, p.created_at, p.updated_at, p.deleted_at, offer.*`;

/** What the live variants of a product amount to, in one look at them. */
const offer = `
  cross join lateral (
    select count(*) as variant_count, min(v.price) as price_start, max(v.price) as price_end,
      coalesce(sum(greatest(l.on_hand - l.reserved, 0)), 0)::bigint as total_inventory
    from products_variants v left join inventory_levels l on l.variant_id = v.id
    where v.product_id = p.id and v.deleted_at is null
  ) as offer`;

/** The rows of a page, in the order of their ids as given. */
async function summaries(knex: Knex, ids: string[]): Promise<ProductSummary[]> {
  const { rows } = await knex.raw<{ rows: ProductSummary[] }>(
    `${summary} from unnest(?::uuid[]) with ordinality as wanted(id, place)
     join products p on p.id = wanted.id ${offer} order by wanted.place`,
    [ids],
  );
  return rows;
}

/**
 * One page of the vendor's products; `search` looks into titles, slugs and SKUs. The page is found by ids alone, on the
 * indexes: what its products amount to is not computed for those before it.
 */
export async function listProducts(
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
  const found = await listPage<{ id: string }>({
    base,
    query,
    columns: Object.fromEntries(columns.map((column) => [column, `p.${column}`])),
    idColumn: 'p.id',
    deletedColumn: 'p.deletedAt',
    select: ['p.id'],
    counts: { cache: counts, name: `products ${vendorId} ${search ?? ''}` },
  });
  const ids = found.rows.map(({ id }) => id);
  return { ...found, rows: await summaries(knex, ids) };
}

/** One product of the vendor; a deleted one only when `deleted` asks for it. */
export async function readProductSummary(
  reader: Reader,
  vendorId: string,
  productId: string,
  options: { deleted?: boolean } = {},
): Promise<ProductSummary | undefined> {
  const { rows } = await reader.raw<{ rows: ProductSummary[] }>(
    `${summary} from products p ${offer}
     where p.id = ? and p.vendor_id = ? and (?::boolean or p.deleted_at is null)`,
    [productId, vendorId, options.deleted ?? false],
  );
  return rows[0];
}
