import {
  boolean,
  instant,
  integer,
  joinedRow,
  jsonOf,
  nullable,
  outer,
  type RowOf,
  text,
  textOf,
  texts,
  uuid,
} from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { quoteVendorColumns, quoteVendorOf, quoteVendorSql } from '#db/carts/quote-vendor-sql.js';
import { gstSql } from '#db/tax/gst-sql.js';
import { vendorSellsSql } from '#db/products/offered-sql.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { FeedVariant } from '#domain/feeds/feed-variant.js';

const inventoryColumns = {
  trackInventory: boolean,
  quantityOnHand: integer,
  reservedQuantity: integer,
  allowBackorder: boolean,
};
const rowColumns = {
  material: nullable(text),
  thumbnail: nullable(text),
  publishedAt: nullable(instant),
  images: texts,
  variantId: uuid,
  productId: uuid,
  sku: nullable(text),
  ean: nullable(text),
  upc: nullable(text),
  barcode: nullable(text),
  price: nullable(integer),
  specialPrice: nullable(integer),
  specialPriceStart: nullable(instant),
  specialPriceEnd: nullable(instant),
  weight: nullable(integer),
  detached: boolean,
  variantDeleted: boolean,
  options: jsonOf<FeedVariant['options']>(),
  attributes: jsonOf<FeedVariant['attributes']>(),
  siblings: integer,
  productTitle: text,
  productSlug: text,
  productDescription: nullable(text),
  productStatus: textOf<FeedVariant['productStatus']>(),
  productVisibility: textOf<FeedVariant['productVisibility']>(),
  productDeleted: boolean,
  productThumbnail: nullable(text),
  productImages: texts,
  brand: nullable(text),
  categoryPath: texts,
  gst: jsonOf<FeedVariant['gst']>(),
  vendorSells: boolean,
  ...quoteVendorColumns,
  vendorId: uuid,
  ...outer(inventoryColumns),
};
type Row = RowOf<typeof rowColumns>;

/** More than this of a tree is not shown to buyers either. */
const MAX_LEVELS = 10;

const columns = `v.id as variant_id, v.product_id, v.sku, v.ean, v.upc, v.barcode, v.price, v.special_price,
  v.special_price_start, v.special_price_end, v.weight, v.thumbnail, v.images, v.detached,
  v.deleted_at is not null as variant_deleted,
  coalesce((
    select jsonb_agg(jsonb_build_object('name', o.name, 'value', value.value) order by o.sort_order, o.id)
    from products_option_values value join products_options o on o.id = value.option_id
    where value.id = any(v.option_value_ids)), '[]') as options,
  coalesce((
    select jsonb_agg(jsonb_build_object('code', a.code, 'title', a.title, 'value', coalesce(chosen.value, given.value))
      order by given.sort_order, given.id)
    from products_attributes given join product_attributes a on a.id = given.attribute_id and a.deleted_at is null
    left join product_attributes_values chosen on chosen.id = given.value_id
    where given.product_id = v.product_id), '[]') as attributes,
  (select count(*)::int from products_variants sibling
   where sibling.product_id = v.product_id and sibling.id <> v.id and sibling.deleted_at is null
     and not sibling.detached) as siblings,
  p.title as product_title, p.slug as product_slug, p.description as product_description,
  p.status as product_status, p.visibility as product_visibility, p.published_at,
  p.deleted_at is not null as product_deleted, p.thumbnail as product_thumbnail, p.images as product_images,
  p.material, brand.title as brand,
  coalesce((
    with recursive up as (
      select c.title, c.parent_id, 1 as level from taxonomy_categories c
      where c.id = p.primary_category_id and c.deleted_at is null
      union all
      select c.title, c.parent_id, up.level + 1 from up join taxonomy_categories c on c.id = up.parent_id
      where c.deleted_at is null and up.level < ${MAX_LEVELS}
    )
    select array_agg(up.title order by up.level desc) from up), '{}') as category_path,
  coalesce(${gstSql('v', 'p')}, '{"gstRate": null, "gstExempt": false}') as gst,
  v.vendor_id, ${quoteVendorSql('vendor')},
  ${vendorSellsSql('vendor')} as vendor_sells,
  level.track_inventory, level.on_hand as quantity_on_hand, level.reserved as reserved_quantity, level.allow_backorder`;

const tables = `products_variants v
  join products p on p.id = v.product_id
  join vendors vendor on vendor.id = v.vendor_id
  left join taxonomy_brands brand on brand.id = p.brand_id and brand.deleted_at is null
  left join inventory_levels level on level.variant_id = v.id`;

function variantOf(row: Row): FeedVariant {
  const { trackInventory, quantityOnHand, reservedQuantity, allowBackorder, ...rest } = row;
  const { vendorId, vendorRegistered, vendorSellsWithin, vendorSettings, ...variant } = rest;
  const level = { trackInventory, quantityOnHand, reservedQuantity, allowBackorder };
  return {
    ...variant,
    inventory: joinedRow(inventoryColumns, 'trackInventory', level) ?? null,
    vendor: quoteVendorOf(vendorId, { vendorRegistered, vendorSellsWithin, vendorSettings }),
  };
}

/** What the feeds read of these variants, deleted ones included; ids of no variant are left out. */
export async function readFeedVariants(
  reader: Reader,
  variantIds: readonly string[],
): Promise<Map<string, FeedVariant>> {
  if (variantIds.length === 0) return new Map();
  const rows = await query(reader, rowColumns)(
    `select ${columns} from ${tables} where v.id = any(?::uuid[])`,
    [[...variantIds]],
  );
  return new Map(rows.map((row) => [row.variantId, variantOf(row)]));
}

/** The same of live variants in the order of their ids, behind `after`. */
export async function readFeedVariantsAfter(
  reader: Reader,
  after: string | null,
  limit: number,
): Promise<FeedVariant[]> {
  const rows = await query(reader, rowColumns)(
    `select ${columns} from (
       select * from products_variants where deleted_at is null and (?::uuid is null or id > ?::uuid)
       order by id limit ?
     ) v ${tables.slice(tables.indexOf('join products p'))} order by v.id`,
    [after, after, limit],
  );
  return rows.map(variantOf);
}
