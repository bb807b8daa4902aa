import { TEXT_ORDER } from '#db/kernel/text-order.js';
import { isoSql, jsonRows } from '#db/kernel/json-sql.js';

export { isoSql, jsonRows };

/**
 * Parts of the statements that read a whole product as JSON. The database builds the response's own shape, so that one
 * round trip serves however many variants there are.
 */

/** The options of product `p` with their values, in order. */
export const optionsJson = jsonRows(`
  select o.id, o.product_id as "productId", o.name, o.sort_order as "sortOrder",
    ${jsonRows(`select id, value, sort_order as "sortOrder" from products_option_values
                where option_id = o.id order by sort_order, id`)} as values
  from products_options o where o.product_id = p.id order by o.sort_order, o.id`);

/** Entries of a taxonomy that product `p` is filed under; deleted ones are left out. */
export function filedUnderJson(kind: 'categories' | 'tags' | 'ingredients', column: string): string {
  return jsonRows(`
    select item.id, item.slug, item.title
    from products_${kind} filed join taxonomy_${kind} item on item.id = filed.${column}
    where filed.product_id = p.id and item.deleted_at is null order by item.title ${TEXT_ORDER}, item.id`);
}

export const categoriesJson = filedUnderJson('categories', 'category_id');
export const tagsJson = filedUnderJson('tags', 'tag_id');
export const ingredientsJson = filedUnderJson('ingredients', 'ingredient_id');
