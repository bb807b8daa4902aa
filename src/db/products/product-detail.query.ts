import { TEXT_ORDER } from '#db/kernel/text-order.js';
import { text, nullable } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { inStockSql } from '#db/inventory/in-stock-sql.js';
import type { Knex } from '#db/kernel/knex.js';
import { categoriesJson, ingredientsJson, isoSql, jsonRows, optionsJson, tagsJson } from './json-sql.js';
import { ratingJson } from './rating-sql.js';
import { onSaleSql, onSaleToMemberSql, vendorSellsSql } from './offered-sql.js';
import { activeSpecialPriceSql } from './price-sql.js';
import { createVersionedTexts, joinObjects, versionSql } from './versioned-texts-sql.js';

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
        coalesce(${inStockSql('l')}, false) as "inStock",
        v.min_quantity_per_cart as "minQuantityPerCart", v.max_quantity_per_cart as "maxQuantityPerCart", v.weight,
        v.thumbnail, v.images, v.option_value_ids as "optionValueIds"
      from products_variants v
      left join inventory_levels l on l.variant_id = v.id
      cross join lateral (
        select ${activeSpecialPriceSql('v', 'now.at')} as price
      ) as special
      where v.product_id = p.id and v.deleted_at is null and not v.detached
      order by v.sort_order, v.id
    ) as variant
  ) as offer`;

const tabsJson = jsonRows(`
  select t.id, t.title, t.body, t.sort_order as "sortOrder" from products_tabs t
  where t.product_id = p.id and t.deleted_at is null and t.is_active order by t.sort_order, t.id`);

/** What a product is assigned: in the order of its group, then by title. */
const attributesJson = jsonRows(`
  select a.code, a.title, a.type,
    json_agg(json_build_object('id', v.id, 'value', coalesce(v.value, given.value))
      order by given.sort_order, v.sort_order, given.id) as values
  from products_attributes given
  join product_attributes a on a.id = given.attribute_id and a.deleted_at is null
  left join product_attributes_values v on v.id = given.value_id
  left join product_attributes_members m on m.group_id = p.attribute_group_id and m.attribute_id = a.id
  where given.product_id = p.id
  group by a.id, m.sort_order order by m.sort_order nulls last, a.title ${TEXT_ORDER}, a.id`);

/** What is listed under a product; it stays the same while the product's version does. */
const lists = `
  (select row_to_json(lists)::text from (
    select ${categoriesJson} as categories, ${tagsJson} as tags, ${ingredientsJson} as ingredients,
      ${optionsJson} as options, ${tabsJson} as tabs, ${attributesJson} as attributes
  ) as lists)`;

/**
 * Takes the instant of the prices and the slug. Product and lists are texts, members of the response as it is sent, because
 * taking them apart here only to put them together again would be a good part of what a request costs. The version is
 * that of the lists: whatever changes one of them writes the product's row too, or the revision of the taxonomy or of
 * the attributes, by triggers.
 */
const statement = (listsText: string, onSale = onSaleSql('p', 'now.at')) => `
  select ${versionSql} || ' ' || (select revision from taxonomy_revision)
      || ' ' || (select revision from product_attributes_revision) as version, ${listsText} as lists,
    (select row_to_json(product)::text from (
      select p.id, p.title, p.slug, p.subtitle, p.description, p.material, p.country_of_origin as "countryOfOrigin",
        p.thumbnail, p.images, p.meta_title as "metaTitle", p.meta_description as "metaDescription",
        p.og_image as "ogImage", p.primary_category_id as "primaryCategoryId",
        ${isoSql('p.published_at')} as "publishedAt", ${isoSql('p.updated_at')} as "updatedAt",
        json_build_object('id', vendor.id, 'slug', vendor.slug, 'displayName', vendor.display_name) as vendor,
        case when brand.id is not null
          then json_build_object('id', brand.id, 'slug', brand.slug, 'name', brand.title) end as brand,
        offer.*, ${ratingJson('p')} as rating
    ) as product) as product
  from (select ?::timestamptz as at) as now
  join products p on p.slug = ? and p.deleted_at is null
  join vendors vendor on vendor.id = p.vendor_id
  left join taxonomy_brands brand on brand.id = p.brand_id and brand.deleted_at is null
  ${offer}
  where ${onSale} and ${vendorSellsSql('vendor')}`;

const withoutListsColumns = { version: text, product: text, lists: nullable(text) };
const foundColumns = { version: text, product: text, lists: text };

/** Everything in one look. */
export const wholeStoreProduct = { name: 'store-product-whole', sql: statement(lists) };
/** A private product, for a member of one of its groups; the user is the third value. */
const memberProduct = {
  name: 'store-product-member',
  sql: statement(lists, onSaleToMemberSql('p', 'now.at', '?')),
};
const withoutLists = { name: 'store-product', sql: statement('null') };

export interface StoreProductReader {
  /** The JSON of the product that is on sale under a slug, its prices as of `now`; undefined when there is none. */
  bySlug(slug: string, now: Date): Promise<string | undefined>;
  /** The same of a private product that a user sees as a member of one of its groups. */
  ofMember(slug: string, userId: string, now: Date): Promise<string | undefined>;
}

/**
 * Reads products as buyers see them. Prices, stock and vendor are read each time; the lists, more than half of the
 * work, once for each version of the product.
 */
export function createStoreProductReader(knex: Knex): StoreProductReader {
  const cached = createVersionedTexts();
  // Named, so that a connection plans it once: planning takes longer than running it.
  async function findWhole(slug: string, now: Date) {
    const { name, sql } = wholeStoreProduct;
    const [found] = await query(knex, foundColumns)(sql, [now, slug], { name });
    return found;
  }
  async function findWithoutLists(slug: string, now: Date) {
    const { name, sql } = withoutLists;
    const [found] = await query(knex, withoutListsColumns)(sql, [now, slug], { name });
    return found;
  }
  return {
    async ofMember(slug, userId, now) {
      const { name, sql } = memberProduct;
      const [found] = await query(knex, foundColumns)(sql, [now, slug, userId], { name });
      return found && joinObjects(found.product, found.lists);
    },
    async bySlug(slug, now) {
      const found = await findWithoutLists(slug, now);
      if (!found) return undefined;
      const known = cached.get(found.version);
      if (known !== undefined) return joinObjects(found.product, known);
      // All of it again, so that what is sent together was so at one moment.
      const whole = await findWhole(slug, now);
      if (!whole) return undefined;
      cached.set(whole.version, whole.lists);
      return joinObjects(whole.product, whole.lists);
    },
  };
}
