import type { PendingChange } from './pending-change.js';
import {
  boolean,
  type Columns,
  integer,
  type JsonRowOf,
  nullable,
  type RowOf,
  text,
  uuid,
} from '#domain/_shared/columns.js';
import type { ProductFields, productSummaryColumns, vendorVariantColumns } from './product.js';

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
  /** What waits for an approval; left out where nothing does. */
  pendingChange?: PendingChange;
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

export type VendorProductVariant = JsonRowOf<typeof vendorVariantColumns>;

export const vendorProductTabColumns = {
  id: uuid,
  productId: uuid,
  title: text,
  body: nullable(text),
  isActive: boolean,
  sortOrder: integer,
} as const satisfies Columns;
export type VendorProductTab = RowOf<typeof vendorProductTabColumns>;

/** A product without its matrix, with what a list shows of it. Instants are ISO text. */
export interface ProductSummary extends JsonRowOf<typeof productSummaryColumns> {
  /** Pieces that can be sold, over all variants. */
  totalInventory: number;
}
