import { TEXT_ORDER } from '#db/kernel/text-order.js';
import { integer, type RowOf, text, textOf, texts } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import type { AttributeType } from '#domain/product-attributes/product-attribute.js';

/** A live attribute, as facets show it. `values` have the order of select types. */
const catalogueAttributeColumns = { code: text, title: text, type: textOf<AttributeType>(), values: texts };
export type CatalogueAttribute = RowOf<typeof catalogueAttributeColumns>;

/** The number that every change of attributes, values and groups raises. */
export async function readAttributeRevision(knex: Knex): Promise<number> {
  const rows = await query(knex, { revision: integer })('select revision from product_attributes_revision');
  return rows[0]?.revision ?? 0;
}

/** All live attributes, by title. */
export async function readAttributeCatalogue(knex: Knex): Promise<CatalogueAttribute[]> {
  return query(
    knex,
    catalogueAttributeColumns,
  )(`select a.code, a.title, a.type, array(
       select v.value from product_attributes_values v where v.attribute_id = a.id and v.deleted_at is null
       order by v.sort_order, v.id) as values
     from product_attributes a where a.deleted_at is null order by a.title ${TEXT_ORDER}, a.code`);
}
