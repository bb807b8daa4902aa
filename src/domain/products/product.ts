import {
  boolean,
  type Columns,
  instant,
  integer,
  type JsonRowOf,
  leftOut,
  nullable,
  number,
  text,
  textOf,
  texts,
  uuid,
  uuids,
} from '#domain/_shared/columns.js';

export const productStatuses = ['draft', 'active', 'archived'] as const;
export type ProductStatus = (typeof productStatuses)[number];

export const productVisibilities = ['public', 'private'] as const;
export type ProductVisibility = (typeof productVisibilities)[number];

/** The first-class fields of a product. Pictures are storage keys or URLs. */
export const productColumns = {
  title: text,
  slug: text,
  subtitle: nullable(text),
  /** HTML, cleaned when it was written. */
  description: nullable(text),
  brandId: nullable(uuid),
  primaryCategoryId: nullable(uuid),
  material: nullable(text),
  countryOfOrigin: nullable(text),
  /** Informational; what tax goes by is the variant's `hsnCode`. */
  hsCode: nullable(text),
  midCode: nullable(text),
  /** Percent of GST for variants without their own rate; null goes by the HSN code, else by the list of the vendor. */
  gstRate: nullable(number),
  /** An exempt supply, which is not one at 0 percent. */
  gstExempt: boolean,
  thumbnail: nullable(text),
  images: texts,
  metaTitle: nullable(text),
  metaDescription: nullable(text),
  ogImage: nullable(text),
  status: textOf<ProductStatus>(),
  visibility: textOf<ProductVisibility>(),
  publishedAt: nullable(instant),
  attributeGroupId: nullable(uuid),
} as const satisfies Columns;

/** Instants are ISO 8601 text in UTC. */
export type ProductFields = JsonRowOf<typeof productColumns>;

/** A variant without its options. */
export const variantColumns = {
  thumbnail: nullable(text),
  images: texts,
  /** Subunits; null has no price yet. */
  price: nullable(integer),
  /** Subunits, below `price`; in effect from start (inclusive) to end (exclusive), an absent end is open. */
  specialPrice: nullable(integer),
  specialPriceStart: nullable(instant),
  specialPriceEnd: nullable(instant),
  /** Unique among the active variants of the vendor. */
  sku: nullable(text),
  ean: nullable(text),
  upc: nullable(text),
  barcode: nullable(text),
  hsnCode: nullable(text),
  /** Percent of GST; null goes by the product. */
  gstRate: nullable(number),
  gstExempt: boolean,
  minQuantityPerCart: nullable(integer),
  maxQuantityPerCart: nullable(integer),
  /** Grams. */
  weight: nullable(integer),
  /** Centimetres, like breadth and height. */
  length: nullable(integer),
  breadth: nullable(integer),
  height: nullable(integer),
  sortOrder: integer,
} as const satisfies Columns;

export type VariantFields = JsonRowOf<typeof variantColumns>;

/** What a list shows of a product's own row. */
export const productSummaryColumns = {
  id: uuid,
  vendorId: uuid,
  ...leftOut(productColumns, ['description', 'images', 'attributeGroupId']),
  createdAt: instant,
  updatedAt: instant,
  deletedAt: nullable(instant),
  variantCount: integer,
  /** Subunits; the lowest and highest regular price of the variants, null without a priced one. */
  priceStart: nullable(integer),
  priceEnd: nullable(integer),
} as const satisfies Columns;

/** A variant with what it is made of, as its vendor sees it. */
export const vendorVariantColumns = {
  id: uuid,
  productId: uuid,
  ...variantColumns,
  /** Sorted, so that equal combinations are equal. */
  optionValueIds: uuids,
  /** Lacks a value of an option, or has the combination of another variant: it cannot be sold until it is completed. */
  detached: boolean,
  createdAt: instant,
  updatedAt: instant,
  deletedAt: nullable(instant),
} as const satisfies Columns;
