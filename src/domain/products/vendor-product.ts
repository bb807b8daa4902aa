import type { ProductFields, VariantFields } from './product.js';

export interface CatalogItem {
  id: string;
  slug: string;
  title: string;
}

/** A product with its whole matrix, as its vendor sees it. Instants are ISO text. */
export interface VendorProduct extends ProductFields {
  id: string;
  vendorId: string;
  createdAt: string;
  updatedAt: string;
  deletedAt: string | null;
  categories: CatalogItem[];
  tags: CatalogItem[];
  ingredients: CatalogItem[];
  options: VendorProductOption[];
  variants: VendorProductVariant[];
  tabs: VendorProductTab[];
  attributeAssignments: VendorProductAssignment[];
}

/** What a product is assigned of a live attribute. */
export interface VendorProductAssignment {
  id: string;
  attributeId: string;
  attributeValueId: string | null;
  value: string | null;
  sortOrder: number;
}

export interface VendorProductOption {
  id: string;
  productId: string;
  name: string;
  sortOrder: number;
  values: { id: string; value: string; sortOrder: number }[];
}

export interface VendorProductVariant extends VariantFields {
  id: string;
  productId: string;
  optionValueIds: string[];
  detached: boolean;
  createdAt: string;
  updatedAt: string;
  deletedAt: string | null;
}

export interface VendorProductTab {
  id: string;
  productId: string;
  title: string;
  body: string | null;
  isActive: boolean;
  sortOrder: number;
}

/** A product without its matrix, with what a list shows of it. Instants are ISO text. */
export interface ProductSummary extends Omit<
  ProductFields,
  'publishedAt' | 'description' | 'images' | 'attributeGroupId'
> {
  id: string;
  vendorId: string;
  publishedAt: string | null;
  createdAt: string;
  updatedAt: string;
  deletedAt: string | null;
  variantCount: number;
  /** Subunits; the lowest and highest regular price of the live variants, null without a priced one. */
  priceStart: number | null;
  priceEnd: number | null;
  /** Pieces that can be sold, over all live variants. */
  totalInventory: number;
}
