import { instant, text, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type {
  CatalogAttribute,
  CatalogProduct,
  CatalogVariant,
} from '#domain/product-imports/catalog-product.js';
import { type SkuHolder, skuHolderColumns } from '#domain/product-imports/merge-batch.js';
import type { StoredOption, StoredProduct, StoredVariant } from '#domain/product-imports/stored-product.js';
import type { Assignment } from '#domain/products/attribute-assignments.js';
import { isoSql, jsonRows } from './json-sql.js';

interface VariantColumns extends Omit<CatalogVariant, 'optionValues' | 'id'>, StoredVariant {
  id: string;
}

interface Row extends Omit<
  CatalogProduct,
  'brand' | 'category' | 'productType' | 'optionNames' | 'variants'
> {
  id: string;
  handle: string;
  thumbnail: string | null;
  publishedAt: string | null;
  brandId: string | null;
  primaryCategoryId: string | null;
  options: StoredOption[];
  variants: VariantColumns[];
  assignments?: Assignment[];
  requiredAttributeIds?: string[];
}

const optionsJson = jsonRows(`
  select o.id, o.name, o.sort_order as "sortOrder",
    ${jsonRows(`select id, value, sort_order as "sortOrder" from products_option_values
                where option_id = o.id order by sort_order, id`)} as values
  from products_options o where o.product_id = p.id order by o.sort_order, o.id`);

const variantsJson = jsonRows(`
  select v.id, v.sku, v.barcode, v.hsn_code as "hsnCode", v.gst_rate as "gstRate", v.gst_exempt as "gstExempt", v.price, v.special_price as "specialPrice", v.weight,
    v.thumbnail, v.imported_quantity as quantity, coalesce(l.track_inventory, false) as "trackInventory",
    coalesce(l.allow_backorder, false) as "allowBackorder", v.option_value_ids as "optionValueIds", v.detached,
    v.sort_order as "sortOrder", ${isoSql('v.special_price_start')} as "specialPriceStart",
    ${isoSql('v.special_price_end')} as "specialPriceEnd"
  from products_variants v left join inventory_levels l on l.variant_id = v.id
  where v.product_id = p.id and v.deleted_at is null order by v.sort_order, v.id`);

const assignmentsJson = jsonRows(`
  select given.id, given.attribute_id as "attributeId", given.value_id as "valueId", given.value, given.canonical,
    given.sort_order as "sortOrder", given.unique_value as "uniqueValue"
  from products_attributes given join product_attributes a on a.id = given.attribute_id
  where given.product_id = p.id and a.deleted_at is null order by given.sort_order, given.id`);

const requiredAttributesJson = `(select coalesce(json_agg(a.id), '[]')
  from product_attributes_groups g join product_attributes_members m on m.group_id = g.id
    join product_attributes a on a.id = m.attribute_id
  where g.id = p.attribute_group_id and g.deleted_at is null and a.is_required and a.deleted_at is null)`;

/**
 * The vendor's live products of these handles with all that an import may change, locked until the transaction ends.
 * They are locked by their own statement: one that waited for a lock would read the rest as it was before.
 * @param options.attributes whether their assignments are read too
 */
export async function loadProductsByHandle(
  tx: Tx,
  vendorId: string,
  handles: readonly string[],
  { attributes = false } = {},
): Promise<Map<string, StoredProduct>> {
  const locked = await query(tx, { id: uuid })(
    `select id from products where vendor_id = ? and handle = any(?::text[]) and deleted_at is null
     order by id for update`,
    [vendorId, [...handles]],
  );
  if (locked.length === 0) return new Map();
  const { rows } = await tx.raw<{ rows: Row[] }>(
    `select p.id, p.handle, p.title, p.description, p.thumbnail, p.images, p.status, p.visibility, p.meta_title,
       p.meta_description, p.brand_id, p.primary_category_id, ${isoSql('p.published_at')} as published_at,
       (select coalesce(json_agg(tag_id order by tag_id), '[]') from products_tags where product_id = p.id) as tags,
       ${attributes ? `${assignmentsJson} as assignments, ${requiredAttributesJson} as required_attribute_ids,` : ''}
       ${optionsJson} as options, ${variantsJson} as variants
     from products p where p.id = any(?::uuid[])`,
    [locked.map(({ id }) => id)],
  );
  return new Map(rows.map((row) => [row.handle, storedProduct(row)]));
}

function storedProduct(row: Row): StoredProduct {
  const { id, handle, thumbnail, publishedAt, options, assignments, requiredAttributeIds } = row;
  const places = new Map(
    options.flatMap(({ values }, option) => values.map(({ id, value }) => [id, { option, value }])),
  );
  const valuesOf = (ids: readonly string[]) =>
    ids
      .flatMap((valueId) => places.get(valueId) ?? [])
      .sort((a, b) => a.option - b.option)
      .map(({ value }) => value);
  return {
    id,
    handle,
    thumbnail,
    publishedAt,
    options,
    assignments,
    requiredAttributeIds,
    variants: new Map(row.variants.map((variant) => [variant.id, variant])),
    catalog: {
      title: row.title,
      description: row.description,
      brand: row.brandId,
      productType: null,
      category: row.primaryCategoryId,
      tags: row.tags,
      status: row.status,
      visibility: row.visibility,
      metaTitle: row.metaTitle,
      metaDescription: row.metaDescription,
      optionNames: options.map(({ name }) => name),
      variants: row.variants.map((variant) => catalogVariant(variant, valuesOf(variant.optionValueIds))),
      images: row.images,
      attributes: assignments && catalogAttributes(assignments),
    },
  };
}

function catalogAttributes(assignments: readonly Assignment[]): CatalogAttribute[] {
  const attributes = new Map<string, CatalogAttribute>();
  for (const { attributeId, valueId, value, canonical, uniqueValue } of assignments) {
    const attribute = attributes.get(attributeId) ?? { attributeId, values: [] };
    attribute.values.push({ valueId, value, canonical, uniqueValue });
    attributes.set(attributeId, attribute);
  }
  return [...attributes.values()];
}

function catalogVariant(row: VariantColumns, optionValues: string[]): CatalogVariant {
  const { id, sku, barcode, hsnCode, gstRate, gstExempt, price, specialPrice, weight } = row;
  const { trackInventory, allowBackorder, quantity, thumbnail } = row;
  return {
    id,
    optionValues,
    sku,
    barcode,
    hsnCode,
    gstRate,
    gstExempt,
    price,
    specialPrice,
    weight,
    trackInventory,
    allowBackorder,
    quantity,
    thumbnail,
  };
}

/** Which live variants of the vendor have these SKUs. */
export async function findSkuHolders(
  tx: Tx,
  vendorId: string,
  skus: readonly string[],
): Promise<SkuHolder[]> {
  if (skus.length === 0) return [];
  return query(tx, skuHolderColumns)(
    `select v.sku, v.product_id, p.title as product_title
     from products_variants v join products p on p.id = v.product_id
     where v.vendor_id = ? and v.sku = any(?::text[]) and v.deleted_at is null`,
    [vendorId, [...skus]],
  );
}

/** When the vendor deleted products of these handles, the last time of each. */
export async function findDeletedHandles(
  tx: Tx,
  vendorId: string,
  handles: readonly string[],
): Promise<Map<string, Date>> {
  if (handles.length === 0) return new Map();
  const rows = await query(tx, { handle: text, deletedAt: instant })(
    `select handle, max(deleted_at) as deleted_at from products
     where vendor_id = ? and handle = any(?::text[]) and deleted_at is not null group by handle`,
    [vendorId, [...handles]],
  );
  return new Map(rows.map(({ handle, deletedAt }) => [handle, deletedAt]));
}
