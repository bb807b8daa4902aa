import { snakeCase } from '#db/case-mapping.js';
import type { CountCache } from '#db/count-cache.js';
import type { Knex } from '#db/knex.js';
import { likePattern, listPage } from '#db/list-page.js';
import type { Reader } from '#db/unit-of-work.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { ProductSummary } from '#domain/products/vendor-product.js';
import { isoSql } from './json-sql.js';

const columns = [
  'id', 'vendorId', 'title', 'slug', 'subtitle', 'brandId', 'primaryCategoryId', 'material', 'countryOfOrigin', 'hsCode',
  'midCode', 'thumbnail', 'metaTitle', 'metaDescription', 'ogImage', 'status', 'visibility', 'publishedAt', 'createdAt',
  'updatedAt', 'deletedAt',
]; // prettier-ignore

const instants = new Set(['publishedAt', 'createdAt', 'updatedAt', 'deletedAt']);

const liveVariants = 'from products_variants v where v.product_id = p.id and v.deleted_at is null';

/** The members of a summary, by the names of the answer. */
const summary = `${columns
  .map((column) => {
    const name = `p.${snakeCase(column)}`;
    return `${instants.has(column) ? isoSql(name) : name} as "${column}"`;
  })
  .join(', ')}, offer.*`;

/** What the live variants of a product amount to, in one look at them. */
const offer = `
  cross join lateral (
    select count(*) as "variantCount", min(v.price) as "priceStart", max(v.price) as "priceEnd",
      coalesce(sum(greatest(l.on_hand - l.reserved, 0)), 0)::bigint as "totalInventory"
    from products_variants v left join inventory_levels l on l.variant_id = v.id
    where v.product_id = p.id and v.deleted_at is null
  ) as offer`;

/** The JSON of the products, in the order of their ids as given. */
async function summariesJson(knex: Knex, ids: string[]): Promise<string> {
  const { rows } = await knex.raw<{ rows: { products: string }[] }>(
    `select coalesce(json_agg(product), '[]')::text as products
     from (select ${summary} from unnest(?::uuid[]) with ordinality as wanted(id, place)
           join products p on p.id = wanted.id ${offer} order by wanted.place) as product`,
    [ids],
  );
  return rows[0]?.products ?? '[]';
}

/**
 * One page of the vendor's products, with their summaries as JSON; `search` looks into titles, slugs and SKUs. The page
 * is found by ids alone, on the indexes: what its products amount to is not computed for those before it.
 */
export async function listProducts(
  knex: Knex,
  counts: CountCache,
  vendorId: string,
  { search, ...query }: ListQuery,
): Promise<{ page: Page<{ id: string }>; json: string }> {
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
  const page = await listPage<{ id: string }>({
    base,
    query,
    columns: Object.fromEntries(columns.map((column) => [column, `p.${column}`])),
    idColumn: 'p.id',
    deletedColumn: 'p.deletedAt',
    select: ['p.id'],
    counts: { cache: counts, name: `products ${vendorId} ${search ?? ''}` },
  });
  const ids = page.rows.map(({ id }) => id);
  return { page, json: await summariesJson(knex, ids) };
}

/** One product of the vendor; a deleted one only when `deleted` asks for it. */
export async function readProductSummary(
  reader: Reader,
  vendorId: string,
  productId: string,
  options: { deleted?: boolean } = {},
): Promise<ProductSummary | undefined> {
  const { rows } = await reader.raw<{ rows: { product: ProductSummary }[] }>(
    `select row_to_json(product) as product
     from (select ${summary} from products p ${offer}
           where p.id = ? and p.vendor_id = ? and (?::boolean or p.deleted_at is null)) as product`,
    [productId, vendorId, options.deleted ?? false],
  );
  return rows[0]?.product;
}
