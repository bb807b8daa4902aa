import { jsonOf } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { jsonColumns } from '#db/kernel/described-columns.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import { productColumns, vendorVariantColumns } from '#domain/products/product.js';
import type {
  VendorProduct,
  VendorProductTab,
  VendorProductVariant,
} from '#domain/products/vendor-product.js';
import { categoriesJson, ingredientsJson, jsonRows, optionsJson, tagsJson } from './json-sql.js';

const variantRows = (condition: string) =>
  jsonRows(`
  select ${jsonColumns('v', vendorVariantColumns)}
  from products_variants v where v.product_id = p.id and ${condition} order by v.sort_order, v.id`);

const variantsJson = variantRows('v.deleted_at is null');

const tabRows = (condition: string) =>
  jsonRows(`
  select t.id, t.product_id as "productId", t.title, t.body, t.is_active as "isActive", t.sort_order as "sortOrder"
  from products_tabs t where t.product_id = p.id and ${condition} order by t.sort_order, t.id`);

const tabsJson = tabRows('t.deleted_at is null');

/** Assignments of deleted attributes are hidden, and come back with them. */
const assignmentsJson = jsonRows(`
  select given.id, given.attribute_id as "attributeId", given.value_id as "attributeValueId", given.value,
    given.sort_order as "sortOrder"
  from products_attributes given join product_attributes a on a.id = given.attribute_id
  where given.product_id = p.id and a.deleted_at is null order by given.sort_order, given.id`);

const { createdAt, updatedAt, deletedAt } = vendorVariantColumns;
const statement = `
  select p.id, p.vendor_id, ${jsonColumns('p', { ...productColumns, createdAt, updatedAt, deletedAt })},
    ${categoriesJson} as categories, ${tagsJson} as tags, ${ingredientsJson} as ingredients,
    ${optionsJson} as options, ${variantsJson} as variants, ${tabsJson} as tabs,
    ${assignmentsJson} as attribute_assignments
  from products p where p.id = ? and p.vendor_id = ? and p.deleted_at is null`;

/** A live product of the vendor with everything that belongs to it; undefined when there is none. */
export async function readVendorProduct(
  reader: Reader,
  vendorId: string,
  productId: string,
): Promise<VendorProduct | undefined> {
  const { rows } = await reader.raw<{ rows: VendorProduct[] }>(statement, [productId, vendorId]);
  return rows[0];
}

/** Rows of a live product of the vendor; undefined when there is no such product. */
async function readPart<Row>(
  reader: Reader,
  { vendorId, productId }: { vendorId: string; productId: string },
  part: { rows: string; id?: string },
): Promise<Row[] | undefined> {
  const rows = await query(reader, { part: jsonOf<Row[]>() })(
    `select ${part.rows} as part from products p where p.id = ? and p.vendor_id = ? and p.deleted_at is null`,
    [...(part.id === undefined ? [] : [part.id]), productId, vendorId],
  );
  return rows[0]?.part;
}

interface Owner {
  vendorId: string;
  productId: string;
}

/** The live variants of a product in their order; undefined when the vendor has no such product. */
export const readVariants = (reader: Reader, owner: Owner) =>
  readPart<VendorProductVariant>(reader, owner, { rows: variantsJson });

/** One variant, also a deleted one; undefined when the vendor's product has no such variant. */
export async function readVariant(
  reader: Reader,
  owner: Owner,
  id: string,
): Promise<VendorProductVariant | undefined> {
  return (await readPart<VendorProductVariant>(reader, owner, { rows: variantRows('v.id = ?'), id }))?.[0];
}

/** The live tabs of a product in their order; undefined when the vendor has no such product. */
export const readTabs = (reader: Reader, owner: Owner) =>
  readPart<VendorProductTab>(reader, owner, { rows: tabsJson });

/** One tab, also a deleted one; undefined when the vendor's product has no such tab. */
export async function readTab(
  reader: Reader,
  owner: Owner,
  id: string,
): Promise<VendorProductTab | undefined> {
  return (await readPart<VendorProductTab>(reader, owner, { rows: tabRows('t.id = ?'), id }))?.[0];
}
