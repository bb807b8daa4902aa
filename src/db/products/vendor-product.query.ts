import type { Reader } from '#db/kernel/unit-of-work.js';
import type { VendorProduct } from '#domain/products/vendor-product.js';
import { categoriesJson, ingredientsJson, isoSql, jsonRows, optionsJson, tagsJson } from './json-sql.js';

const variantsJson = jsonRows(`
  select v.id, v.product_id as "productId", v.thumbnail, v.images, v.price, v.special_price as "specialPrice",
    ${isoSql('v.special_price_start')} as "specialPriceStart", ${isoSql('v.special_price_end')} as "specialPriceEnd",
    v.sku, v.ean, v.upc, v.barcode, v.hsn_code as "hsnCode", v.min_quantity_per_cart as "minQuantityPerCart",
    v.max_quantity_per_cart as "maxQuantityPerCart", v.weight, v.length, v.breadth, v.height,
    v.sort_order as "sortOrder", v.option_value_ids as "optionValueIds", ${isoSql('v.created_at')} as "createdAt",
    ${isoSql('v.updated_at')} as "updatedAt", ${isoSql('v.deleted_at')} as "deletedAt"
  from products_variants v where v.product_id = p.id and v.deleted_at is null order by v.sort_order, v.id`);

const tabsJson = jsonRows(`
  select t.id, t.product_id as "productId", t.title, t.body, t.is_active as "isActive", t.sort_order as "sortOrder"
  from products_tabs t where t.product_id = p.id and t.deleted_at is null order by t.sort_order, t.id`);

const statement = `
  select p.id, p.vendor_id, p.title, p.slug, p.subtitle, p.description, p.brand_id, p.primary_category_id, p.material,
    p.country_of_origin, p.hs_code, p.mid_code, p.thumbnail, p.images, p.meta_title, p.meta_description, p.og_image,
    p.status, p.visibility, ${isoSql('p.published_at')} as published_at, ${isoSql('p.created_at')} as created_at,
    ${isoSql('p.updated_at')} as updated_at, ${isoSql('p.deleted_at')} as deleted_at,
    ${categoriesJson} as categories, ${tagsJson} as tags, ${ingredientsJson} as ingredients,
    ${optionsJson} as options, ${variantsJson} as variants, ${tabsJson} as tabs
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
