import type { Knex } from '#db/knex.js';
import { categoriesJson, ingredientsJson, isoSql, jsonRows, optionsJson, tagsJson } from './json-sql.js';

/** Prices are as of `now.at`. Variants that have yet to be completed cannot be bought and are left out. */
const offer = `
  cross join lateral (
    select coalesce(json_agg(variant), '[]') as variants,
      min(variant."currentPrice") as "priceStart", max(variant."currentPrice") as "priceEnd",
      coalesce(bool_or(variant."inStock"), false) as "inStock",
      coalesce(bool_or(variant."specialPriceActive" is not null), false) as "hasActiveSpecial"
    from (
      select v.id, v.sku, v.barcode, v.price, v.special_price as "specialPrice",
        ${isoSql('v.special_price_start')} as "specialPriceStartDate",
        ${isoSql('v.special_price_end')} as "specialPriceEndDate",
        v.price as "originalPrice", coalesce(special.price, v.price) as "currentPrice",
        special.price as "specialPriceActive",
        greatest(coalesce(l.on_hand - l.reserved, 0), 0) as "inventoryQuantity",
        coalesce(not l.track_inventory or l.allow_backorder or l.on_hand > l.reserved, false) as "inStock",
        v.min_quantity_per_cart as "minQuantityPerCart", v.max_quantity_per_cart as "maxQuantityPerCart", v.weight,
        v.thumbnail, v.images, v.option_value_ids as "optionValueIds"
      from products_variants v
      left join inventory_levels l on l.variant_id = v.id
      cross join lateral (
        select case when v.price is not null and coalesce(v.special_price_start <= now.at, true)
                     and coalesce(now.at < v.special_price_end, true) then v.special_price end as price
      ) as special
      where v.product_id = p.id and v.deleted_at is null and not v.detached
      order by v.sort_order, v.id
    ) as variant
  ) as offer`;

const tabsJson = jsonRows(`
  select t.id, t.title, t.body, t.sort_order as "sortOrder" from products_tabs t
  where t.product_id = p.id and t.deleted_at is null and t.is_active order by t.sort_order, t.id`);

/**
 * Takes the instant of the prices and the slug. It answers a text: the answer's data as it is sent, because taking it
 * apart here only to put it together again would be a good part of what a request costs.
 */
export const storeProductStatement = `
  select row_to_json(product)::text as product
  from (
    select p.id, p.title, p.slug, p.subtitle, p.description, p.material, p.country_of_origin as "countryOfOrigin",
      p.thumbnail, p.images, p.meta_title as "metaTitle", p.meta_description as "metaDescription",
      p.og_image as "ogImage", p.primary_category_id as "primaryCategoryId",
      ${isoSql('p.published_at')} as "publishedAt", ${isoSql('p.updated_at')} as "updatedAt",
      json_build_object('id', vendor.id, 'slug', vendor.slug, 'displayName', vendor.display_name) as vendor,
      case when brand.id is not null
        then json_build_object('id', brand.id, 'slug', brand.slug, 'name', brand.title) end as brand,
      ${categoriesJson} as categories, ${tagsJson} as tags, ${ingredientsJson} as ingredients,
      ${optionsJson} as options, offer.*, ${tabsJson} as tabs,
      '[]'::json as attributes, '{"average":0,"count":0}'::json as rating
    from (select ?::timestamptz as at) as now
    join products p on p.slug = ? and p.deleted_at is null
    join vendors vendor on vendor.id = p.vendor_id
    left join taxonomy_brands brand on brand.id = p.brand_id and brand.deleted_at is null
    ${offer}
    where p.status = 'active' and p.visibility = 'public' and p.published_at <= now.at
      and vendor.status = 'active' and vendor.deleted_at is null
  ) as product`;

/** The JSON of the product that is on sale under a slug, its prices as of `now`; undefined when there is none. */
export async function readStoreProduct(knex: Knex, slug: string, now: Date): Promise<string | undefined> {
  // Named, so that a connection plans it once: planning takes longer than running it.
  const { rows } = await knex
    .raw<{ rows: { product: string }[] }>(storeProductStatement, [now, slug])
    .options({ name: 'store-product-by-slug' });
  return rows[0]?.product;
}
