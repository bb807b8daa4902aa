import { TEXT_ORDER } from '#db/kernel/text-order.js';
import { instant, jsonOf, nullable, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { inStockSql } from '#db/inventory/in-stock-sql.js';
import { createCustomFieldsRepository } from '#db/custom-fields/custom-fields.repository.js';
import { isoSql, jsonRows } from '#db/kernel/json-sql.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import { mayBeFoundSql, vendorSellsSql } from '#db/products/offered-sql.js';
import { activeSpecialPriceSql } from '#db/products/price-sql.js';
import { ratingAverageSql } from '#db/products/rating-sql.js';
import type { DeclaredField } from '#domain/custom-fields/declared-fields.js';
import { customFieldsOf } from '#domain/custom-fields/registered-fields.js';
import { searchedFields } from '#domain/custom-fields/searched-fields.js';
import { MAX_INT32, type SearchDocument } from '#domain/search/search-document.js';
import { type ReadVariantMark, searchedValues } from '#domain/search/searched-values.js';

/** What the index is to know of a product. */
export interface ProductState {
  productId: string;
  /** Null where no row is there any more. */
  vendorId: string | null;
  /** Null where the product may not be found, now or later. */
  document: SearchDocument | null;
  /** The next instant at which time alone changes the document. */
  dueAt: Date | null;
}

/** A document as the statement reads it: the codes and options of its variants are still to be put together. */
type ReadDocument = Omit<SearchDocument, 'optionValues' | 'codes' | 'variantMarks'> & {
  marks: ReadVariantMark[];
  optionNames: Record<string, string> | null;
};

function documentOf({ marks, optionNames, ...document }: ReadDocument): SearchDocument {
  return { ...document, ...searchedValues(marks, optionNames ?? {}) };
}

const customFields = createCustomFieldsRepository();

const ms = (column: string) => `floor(extract(epoch from ${column}) * 1000)::bigint`;

/** The entries of a taxonomy under which product `p` is filed, by title: ids, slugs and names in the same order. */
const filedUnder = (kind: string, column: string) => `cross join lateral (
    select coalesce(json_agg(item.id order by item.title ${TEXT_ORDER}, item.id), '[]') as ids,
      coalesce(json_agg(item.slug order by item.title ${TEXT_ORDER}, item.id), '[]') as slugs,
      coalesce(json_agg(item.title order by item.title ${TEXT_ORDER}, item.id), '[]') as names
    from products_${kind} filed join taxonomy_${kind} item on item.id = filed.${column} and item.deleted_at is null
    where filed.product_id = p.id
  ) as ${kind}`;

/** Numbers in their canonical form, so that equal ones are one value. */
const attributesJson = jsonRows(`
  select a.code, json_agg(distinct value.text) as values,
    coalesce(json_agg(distinct given.value_id) filter (where given.value_id is not null), '[]') as ids
  from products_attributes given
  join product_attributes a on a.id = given.attribute_id and a.deleted_at is null
  left join product_attributes_values v on v.id = given.value_id
  cross join lateral (
    select coalesce(v.value, case when a.type = 'number' then given.canonical else given.value end) as text
  ) as value
  where given.product_id = p.id and v.deleted_at is null and value.text is not null
  group by a.id order by a.code`);

/** The variants that buyers see on the product page, with what they amount to. */
const offer = `cross join lateral (
    select coalesce(json_agg(json_build_object('id', v.id, 'sku', v.sku, 'price', v.price,
        'specialPrice', v.special_price, 'specialPriceStartDate', ${isoSql('v.special_price_start')},
        'specialPriceEndDate', ${isoSql('v.special_price_end')}, 'inventoryQuantity', stock.available,
        'minQuantityPerCart', v.min_quantity_per_cart, 'maxQuantityPerCart', v.max_quantity_per_cart,
        'thumbnail', v.thumbnail, 'images', v.images) order by v.sort_order, v.id), '[]') as variants,
      coalesce(json_agg(json_build_object('sellable', stock.sellable, 'options', v.option_value_ids,
        'codes', json_build_array(v.sku, v.ean, v.upc, coalesce(v.hsn_code, p.hs_code))) order by v.sort_order, v.id), '[]') as marks,
      coalesce(json_agg(distinct v.sku) filter (where v.sku is not null), '[]') as skus,
      least(coalesce(min(coalesce(special.price, v.price)), -1), ${MAX_INT32}) as price_min,
      least(coalesce(max(coalesce(special.price, v.price)), -1), ${MAX_INT32}) as price_max,
      coalesce(bool_or(stock.sellable), false) as in_stock,
      coalesce(bool_or(special.price is not null), false) as has_active_special,
      least(coalesce(sum(stock.available), 0), ${MAX_INT32}) as total_inventory,
      least(min(v.special_price_start) filter (where v.special_price_start > now.at),
        min(v.special_price_end) filter (where v.special_price_end > now.at)) as boundary
    from products_variants v
    left join inventory_levels l on l.variant_id = v.id
    cross join lateral (
      select greatest(coalesce(l.on_hand - l.reserved, 0), 0) as available,
        coalesce(${inStockSql('l')}, false) as sellable
    ) as stock
    cross join lateral (select ${activeSpecialPriceSql('v', 'now.at')} as price) as special
    where v.product_id = p.id and v.deleted_at is null and not v.detached
  ) as offer`;

const statement = `
  select wanted.id as product_id, p.vendor_id, document.json as document,
    case when document.json is not null then least(offer.boundary,
      case when p.published_at > now.at then p.published_at end) end as due_at
  from unnest(?::uuid[]) as wanted(id)
  cross join (select ?::timestamptz as at) as now
  left join products p on p.id = wanted.id
  left join lateral (
    select vendor.slug from vendors vendor where vendor.id = p.vendor_id and ${vendorSellsSql('vendor')}
      and p.deleted_at is null and p.status = 'active' and p.published_at is not null
      and ${mayBeFoundSql('p')}
  ) as vendor on true
  left join lateral (
    select offer.*, json_build_object(
      'id', p.id, 'vendorId', p.vendor_id, 'vendorSlug', vendor.slug, 'title', p.title, 'slug', p.slug,
      'subtitle', p.subtitle, 'description', p.description, 'thumbnail', p.thumbnail, 'images', p.images,
      'status', p.status, 'visibility', p.visibility,
      'publishedAtTs', case when p.published_at <= now.at then ${ms('p.published_at')} else 0 end,
      'createdAtTs', ${ms('p.created_at')}, 'updatedAtTs', ${ms('p.updated_at')}, 'indexedAtTs', ${ms('now.at')},
      'brandId', brand.id, 'brandSlug', brand.slug, 'brandName', brand.title,
      'categoryIds', categories.ids, 'categorySlugs', categories.slugs, 'categoryNames', categories.names,
      'primaryCategoryId', p.primary_category_id,
      'tagIds', tags.ids, 'tagSlugs', tags.slugs, 'tagNames', tags.names,
      'ingredientIds', ingredients.ids, 'ingredientSlugs', ingredients.slugs, 'ingredientNames', ingredients.names,
      'skus', offer.skus, 'attributes', ${attributesJson}, 'variants', offer.variants, 'marks', offer.marks,
      'optionNames', (select json_object_agg(value.id, value.value) from products_options option
        join products_option_values value on value.option_id = option.id where option.product_id = p.id),
      'priceMin', offer.price_min, 'priceMax', offer.price_max, 'inStock', offer.in_stock,
      'hasActiveSpecial', offer.has_active_special, 'totalInventory', offer.total_inventory,
      'ratingAverage', ${ratingAverageSql('p')}, 'ratingCount', p.rating_count,
      'popularity', coalesce((select known.popularity from search_products known where known.product_id = p.id), 0)
    ) as json
    from (select) as product
    left join taxonomy_brands brand on brand.id = p.brand_id and brand.deleted_at is null
    ${filedUnder('categories', 'category_id')}
    ${filedUnder('tags', 'tag_id')}
    ${filedUnder('ingredients', 'ingredient_id')}
    ${offer}
    where vendor.slug is not null
  ) as offer on true
  cross join lateral (select offer.json) as document`;

/**
 * Reads products as the index is to have them, prices, stock and names in one statement.
 * @param at the instant of the prices, before anything is read: the watermark of the documents
 */
export async function readProductStates(
  reader: Reader,
  productIds: readonly string[],
  at: Date,
): Promise<ProductState[]> {
  if (productIds.length === 0) return [];
  const read = await query(reader, {
    productId: uuid,
    vendorId: nullable(uuid),
    dueAt: nullable(instant),
    document: nullable(jsonOf<ReadDocument>()),
  })(statement, [[...productIds], at]);
  const rows = read.map(({ document, ...state }) => ({
    ...state,
    document: document && documentOf(document),
  }));
  const searched = customFieldsOf('product').filter(({ search }) => search);
  return searched.length > 0 ? withSearchedFields(reader, rows, searched) : rows;
}

/** Documents with the custom fields that searches know; where none are declared nothing is read. */
async function withSearchedFields(
  reader: Reader,
  states: readonly ProductState[],
  declared: readonly DeclaredField[],
): Promise<ProductState[]> {
  const shown = states.filter(({ document }) => document !== null).map(({ productId }) => productId);
  const values = await customFields.readMany(reader, 'product', shown);
  return states.map((state) => {
    const found = values.get(state.productId);
    if (!state.document || !found) return state;
    const { attributes, texts } = searchedFields(declared, found);
    const document = { ...state.document, attributes: [...state.document.attributes, ...attributes] };
    return { ...state, document: texts.length > 0 ? { ...document, customTexts: texts } : document };
  });
}
