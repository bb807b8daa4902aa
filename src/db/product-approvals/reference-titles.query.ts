import { text, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { VendorProduct } from '#domain/products/vendor-product.js';

/** Names of the brands, categories and attributes that products point to, by id. */
export async function readReferenceTitles(
  reader: Reader,
  products: readonly VendorProduct[],
): Promise<Map<string, string>> {
  const ids = products.flatMap(({ brandId, primaryCategoryId, attributeAssignments }) => [
    brandId,
    primaryCategoryId,
    ...attributeAssignments.flatMap(({ attributeId, attributeValueId }) => [attributeId, attributeValueId]),
  ]);
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await query(reader, { id: uuid, title: text })(
    `select id, title from taxonomy_brands where id = any(:ids::uuid[])
     union all select id, title from taxonomy_categories where id = any(:ids::uuid[])
     union all select id, title from product_attributes where id = any(:ids::uuid[])
     union all select id, value from product_attributes_values where id = any(:ids::uuid[])`,
    { ids: wanted },
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}
