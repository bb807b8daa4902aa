import { query } from '#db/kernel/query.js';
import type { CountCache } from '#db/kernel/count-cache.js';
import { jsonColumns } from '#db/kernel/described-columns.js';
import type { Knex } from '#db/kernel/knex.js';
import { likePattern } from '#db/kernel/list-filter.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import { integer, jsonOf, namesOf, type RowOf, text, uuid } from '#domain/_shared/columns.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import { productSummaryColumns } from '#domain/products/product.js';
import type { ProductSummary } from '#domain/products/vendor-product.js';
import { createVersionedTexts, joinObjects, versionSql } from './versioned-texts-sql.js';

/** For filters and sorting. */
const namedColumns = Object.fromEntries(
  namesOf(productSummaryColumns).map((column) => [column, `p.${column}`]),
);

/** The members of a summary of product `p` that its row has, by the names of the response. */
const summary = jsonColumns('p', productSummaryColumns);

/** Pieces that can be sold of a product; they change with every order. */
const stock = `
  select coalesce(sum(greatest(l.on_hand - l.reserved, 0)), 0)::bigint as "totalInventory"
  from products_variants v join inventory_levels l on l.variant_id = v.id
  where v.product_id = p.id and v.deleted_at is null`;

const foundColumns = { id: uuid, version: text };
type Found = RowOf<typeof foundColumns>;

const countedColumns = { ...foundColumns, totalInventory: integer };
type Counted = RowOf<typeof countedColumns>;

/** Lists of products with their summaries as JSON. */
export interface ProductLists {
  /** One page of the vendor's products; `search` looks into titles, slugs and SKUs. */
  page(vendorId: string, query: ListQuery): Promise<{ page: Page<Found>; json: string }>;
}

/**
 * A page is found on the indexes, by ids and versions alone. Stock is counted each time; what the rows of the products
 * say is made into JSON once for each version of them, which is half of the work.
 */
export function createProductLists(knex: Knex, counts: CountCache): ProductLists {
  const cached = createVersionedTexts();

  /** The rows of the products as JSON, by id. */
  async function rowsOf(found: readonly Found[]): Promise<Map<string, string>> {
    const texts = new Map<string, string>();
    const unknown: string[] = [];
    for (const { id, version } of found) {
      const text = cached.get(version);
      if (text === undefined) unknown.push(id);
      else texts.set(id, text);
    }
    if (unknown.length === 0) return texts;
    const rows = await query(knex, { ...foundColumns, json: text })(
      `select p.id, ${versionSql} as version, (select row_to_json(summary)::text from (select ${summary}) as summary) as json
       from products p where p.id = any(?::uuid[])`,
      [unknown],
    );
    for (const { id, version, json } of rows) {
      cached.set(version, json);
      texts.set(id, json);
    }
    return texts;
  }

  /** The page with the stock of its products alone. It walks one vendor's products, whichever page is asked for. */
  async function withStock(found: Knex.QueryBuilder): Promise<Counted[]> {
    return query(knex, countedColumns)(
      `select p.id, p.version, stock.* from (select *, row_number() over () as place from (?) as page) as p
         cross join lateral (${stock}) as stock order by p.place`,
      [found],
      { anyPage: true },
    );
  }

  return {
    async page(vendorId, { search, ...query }) {
      const base = knex({ p: 'products' }).where('p.vendorId', vendorId);
      if (search !== undefined) void base.whereRaw('p.id in (?)', [searched(knex, vendorId, search, query)]);
      const page = await listPage<Counted>({
        base,
        query,
        columns: namedColumns,
        idColumn: 'p.id',
        deletedColumn: 'p.deletedAt',
        select: ['p.id', knex.raw(`${versionSql} as version`)],
        around: withStock,
        counts: { cache: counts, name: `products ${vendorId} ${search ?? ''}` },
      });
      const texts = await rowsOf(page.rows);
      const summaries = page.rows.flatMap(({ id, totalInventory }) => {
        const text = texts.get(id);
        return text === undefined ? [] : joinObjects(text, JSON.stringify({ totalInventory }));
      });
      return { page, json: `[${summaries.join(',')}]` };
    },
  };
}

/**
 * The products of a vendor by title or slug, or by a SKU, each on its own trigram index. Joined by `or` in one condition
 * they would read every product of the vendor.
 */
function searched(
  knex: Knex,
  vendorId: string,
  search: string,
  { includeDeleted }: Pick<ListQuery, 'includeDeleted'>,
): Knex.Raw {
  const pattern = likePattern(search);
  return knex.raw(
    `select id from products where vendor_id = ? ${includeDeleted ? '' : 'and deleted_at is null'} and (title ilike ? or slug ilike ?)
     union
     select product_id from products_variants where vendor_id = ? and deleted_at is null and sku ilike ?`,
    [vendorId, pattern, pattern, vendorId, pattern],
  );
}

/** One product of the vendor; a deleted one only when `deleted` asks for it. */
export async function readProductSummary(
  reader: Reader,
  vendorId: string,
  productId: string,
  options: { deleted?: boolean } = {},
): Promise<ProductSummary | undefined> {
  const rows = await query(reader, { product: jsonOf<ProductSummary>() })(
    `select row_to_json(product) as product
     from (select ${summary}, (${stock}) from products p
           where p.id = ? and p.vendor_id = ? and (?::boolean or p.deleted_at is null)) as product`,
    [productId, vendorId, options.deleted ?? false],
  );
  return rows[0]?.product;
}
