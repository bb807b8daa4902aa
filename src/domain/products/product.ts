export const productStatuses = ['draft', 'active', 'archived'] as const;
export type ProductStatus = (typeof productStatuses)[number];

export const productVisibilities = ['public', 'private'] as const;
export type ProductVisibility = (typeof productVisibilities)[number];

/** The first-class fields of a product. Instants are ISO 8601 text in UTC; pictures are storage keys or URLs. */
export interface ProductFields {
  title: string;
  slug: string;
  subtitle: string | null;
  /** HTML, cleaned when it was written. */
  description: string | null;
  brandId: string | null;
  primaryCategoryId: string | null;
  material: string | null;
  countryOfOrigin: string | null;
  /** Informational; what tax goes by is the variant's `hsnCode`. */
  hsCode: string | null;
  midCode: string | null;
  thumbnail: string | null;
  images: string[];
  metaTitle: string | null;
  metaDescription: string | null;
  ogImage: string | null;
  status: ProductStatus;
  visibility: ProductVisibility;
  publishedAt: string | null;
  attributeGroupId: string | null;
}

/** A variant without its options. */
export interface VariantFields {
  thumbnail: string | null;
  images: string[];
  /** Subunits; null has no price yet. */
  price: number | null;
  /** Subunits, below `price`; in effect from start (inclusive) to end (exclusive), an absent end is open. */
  specialPrice: number | null;
  specialPriceStart: string | null;
  specialPriceEnd: string | null;
  /** Unique among the live variants of the vendor. */
  sku: string | null;
  ean: string | null;
  upc: string | null;
  barcode: string | null;
  hsnCode: string | null;
  minQuantityPerCart: number | null;
  maxQuantityPerCart: number | null;
  /** Grams. */
  weight: number | null;
  /** Centimetres, like breadth and height. */
  length: number | null;
  breadth: number | null;
  height: number | null;
  sortOrder: number;
}
