import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { TaxonomyItem, TaxonomyListRow } from '#domain/taxonomy/taxonomy-item.js';
import { type TaxonomyKind, taxonomyTraits } from '#domain/taxonomy/taxonomy-kind.js';
import { taxonomyColumns, taxonomyTable } from './taxonomy.repository.js';

// Live products filed under `item`. A category is also that of the products whose primary one it is.
const productsOf: Record<TaxonomyKind, string> = {
  categories: `${filedUnder('categories', 'category_id')}
    union select id from products where primary_category_id = item.id and deleted_at is null`,
  brands: 'select id from products where brand_id = item.id and deleted_at is null',
  tags: filedUnder('tags', 'tag_id'),
  ingredients: filedUnder('ingredients', 'ingredient_id'),
};

/** Live banners attached to `item`. */
const bannersOf = (kind: TaxonomyKind) =>
  `select count(*) from banners b where b.entity_type = '${taxonomyTraits[kind].entity}'
     and b.entity_id = item.id and b.deleted_at is null`;

function filedUnder(kind: TaxonomyKind, column: string): string {
  return `select p.id from products_${kind} filed join products p on p.id = filed.product_id
    where filed.${column} = item.id and p.deleted_at is null`;
}

function itemsOf(knex: Knex, kind: TaxonomyKind, query: ListQuery) {
  const columns = taxonomyColumns(kind);
  return {
    base: knex({ item: taxonomyTable(kind) }),
    query,
    columns: Object.fromEntries(columns.map((column) => [column, `item.${column}`])),
    idColumn: 'item.id',
    searchColumns: ['item.title', 'item.slug'],
    deletedColumn: 'item.deletedAt',
    select: columns.map((column) => `item.${column}`) as (string | Knex.Raw)[],
  };
}

/** The admin list; the counts are computed for the rows of the page alone. */
export async function listTaxonomyForAdmin(
  knex: Knex,
  kind: TaxonomyKind,
  query: ListQuery,
): Promise<Page<TaxonomyListRow>> {
  const options = itemsOf(knex, kind, query);
  options.select.push(
    knex.raw(`(${bannersOf(kind)}) as banner_count`),
    knex.raw(`(select count(*) from (${productsOf[kind]}) filed) as product_count`),
  );
  return listPage<TaxonomyListRow>(options);
}

/** The public list: live entries. */
export async function listTaxonomyForStore(
  knex: Knex,
  kind: TaxonomyKind,
  query: ListQuery,
): Promise<Page<TaxonomyItem>> {
  return listPage<TaxonomyItem>(itemsOf(knex, kind, query));
}
