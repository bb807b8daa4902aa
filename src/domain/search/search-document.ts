/** A variant as search documents hold it. Prices are subunits, dates ISO text in UTC. */
export interface SearchVariant {
  id: string;
  sku: string | null;
  price: number | null;
  specialPrice: number | null;
  specialPriceStartDate: string | null;
  specialPriceEndDate: string | null;
  /** On hand minus reserved, at least 0. */
  inventoryQuantity: number;
  minQuantityPerCart: number | null;
  maxQuantityPerCart: number | null;
  thumbnail: string | null;
  images: string[];
}

/** What a variant is found by; places are those of `optionValues` and `codes` of its product. */
export interface VariantMark {
  /** Whether it can be bought now: in stock, not counted, or on backorder. */
  sellable: boolean;
  options: number[];
  codes: number[];
}

/** The values of one attribute; `ids` are those of select types. */
export interface SearchAttribute {
  code: string;
  values: string[];
  ids: string[];
}

/**
 * What the index knows of a product that buyers may find. The collections have the documented names: an attribute is the
 * field `attr_<code>`, its ids `attr_<code>_ids`.
 */
export interface SearchDocument {
  id: string;
  vendorId: string;
  vendorSlug: string;
  title: string;
  slug: string;
  subtitle: string | null;
  description: string | null;
  thumbnail: string | null;
  images: string[];
  status: string;
  visibility: string;
  /** Unix milliseconds; 0 while the publication is in the future. */
  publishedAtTs: number;
  createdAtTs: number;
  updatedAtTs: number;
  /** The instant before the product was read: an older document never replaces a newer one. */
  indexedAtTs: number;
  brandId: string | null;
  brandSlug: string | null;
  brandName: string | null;
  categoryIds: string[];
  categorySlugs: string[];
  categoryNames: string[];
  primaryCategoryId: string | null;
  tagIds: string[];
  tagSlugs: string[];
  tagNames: string[];
  ingredientIds: string[];
  ingredientSlugs: string[];
  ingredientNames: string[];
  skus: string[];
  /** Values of the options of its variants: words of them find the product. */
  optionValues: string[];
  /** SKUs, EAN, UPC and HSN codes of its variants, as written. */
  codes: string[];
  attributes: SearchAttribute[];
  /** Texts of custom fields under which the product is found; left out where it has none. */
  customTexts?: string[];
  variants: SearchVariant[];
  /** In the order of `variants`. */
  variantMarks: VariantMark[];
  /** Lowest and highest current price; -1 without a priced variant. */
  priceMin: number;
  priceMax: number;
  inStock: boolean;
  hasActiveSpecial: boolean;
  totalInventory: number;
  ratingAverage: number;
  ratingCount: number;
  /** Orders of the last 90 days in logarithmic steps, from 0 to 10. */
  popularity: number;
}

/** In the field names of the documented collection. */
export const UNPRICED = -1;
/** `priceMin`, `priceMax` and `totalInventory` are int32 in every engine. */
export const MAX_INT32 = 2_147_483_647;
