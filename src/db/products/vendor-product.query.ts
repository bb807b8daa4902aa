import type { Reader } from '#db/kernel/unit-of-work.js';
import type {
  VendorProduct,
  VendorProductTab,
  VendorProductVariant,
} from '#domain/products/vendor-product.js';
import { categoriesJson, ingredientsJson, isoSql, jsonRows, optionsJson, tagsJson } from './json-sql.js';

const variantRows = (condition: string) =>
  jsonRows(`
  select v.id, v.product_id as "productId", v.thumbnail, v.images, v.price, v.special_price as "specialPrice",
    ${isoSql('v.special_price_start')} as "specialPriceStart", ${isoSql('v.special_price_end')} as "specialPriceEnd",
    v.sku, v.ean, v.upc, v.barcode, v.hsn_code as "hsnCode", v.min_quantity_per_cart as "minQuantityPerCart",
    v.max_quantity_per_cart as "maxQuantityPerCart", v.weight, v.length, v.breadth, v.height,
    v.sort_order as "sortOrder", v.option_value_ids as "optionValueIds", v.detached, ${isoSql('v.created_at')} as "createdAt",
    ${isoSql('v.updated_at')} as "updatedAt", ${isoSql('v.deleted_at')} as "deletedAt"
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

const statement = `
  select p.id, p.vendor_id, p.title, p.slug, p.subtitle, p.description, p.brand_id, p.primary_category_id, p.material,
    p.country_of_origin, p.hs_code, p.mid_code, p.thumbnail, p.images, p.meta_title, p.meta_description, p.og_image,
    p.status, p.visibility, ${isoSql('p.published_at')} as published_at, ${isoSql('p.created_at')} as created_at,
    ${isoSql('p.updated_at')} as updated_at, ${isoSql('p.deleted_at')} as deleted_at,
    ${categoriesJson} as categories, ${tagsJson} as tags, ${ingredientsJson} as ingredients,
    ${optionsJson} as options, ${variantsJson} as variants, ${tabsJson} as tabs,
    p.attribute_group_id, ${assignmentsJson} as attribute_assignments
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
  const { rows } = await reader.raw<{ rows: { part: Row[] }[] }>(
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
