import type { BulkTable } from '#db/kernel/bulk-write.js';
import type { ProductOffer } from '#domain/products/offer.js';
import { namesOf } from '#domain/_shared/columns.js';
import {
  productColumns,
  type ProductFields,
  variantColumns,
  type VariantFields,
} from '#domain/products/product.js';

/** Rows as they are written; instants are ISO text in UTC. */
interface Stamped {
  createdAt: string;
  updatedAt: string;
}

export interface ProductRow extends ProductFields, Stamped {
  id: string;
  vendorId: string;
  /** The identity within product files; null for products that were not imported. */
  handle: string | null;
}

export interface OptionRow {
  id: string;
  productId: string;
  name: string;
  sortOrder: number;
}

export interface OptionValueRow {
  id: string;
  optionId: string;
  value: string;
  sortOrder: number;
}

export interface VariantRow extends VariantFields, Stamped {
  id: string;
  productId: string;
  vendorId: string;
  /** Sorted, so that equal combinations are equal. */
  optionValueIds: string[];
  /** Lacks a value for an option of its product, and cannot be bought until it has one. */
  detached: boolean;
  importedQuantity: number | null;
}

export interface TabRow extends Stamped {
  id: string;
  productId: string;
  title: string;
  body: string | null;
  isActive: boolean;
  sortOrder: number;
}

/** The offer is written at once, so that the triggers on the variants find nothing to do. */
export const productTable: BulkTable<ProductRow & ProductOffer> = {
  name: 'products',
  columns: [
    ...([
      'id',
      'vendorId',
      'handle',
      'createdAt',
      'updatedAt',
      'variantCount',
      'priceStart',
      'priceEnd',
    ] as const),
    ...namesOf(productColumns),
  ],
};

export const optionTable: BulkTable<OptionRow> = {
  name: 'products_options',
  columns: ['id', 'productId', 'name', 'sortOrder'],
};

export const optionValueTable: BulkTable<OptionValueRow> = {
  name: 'products_option_values',
  columns: ['id', 'optionId', 'value', 'sortOrder'],
};

export const variantTable: BulkTable<VariantRow> = {
  name: 'products_variants',
  columns: [
    ...(['id', 'productId', 'vendorId', 'optionValueIds', 'detached', 'importedQuantity'] as const),
    ...namesOf(variantColumns),
    ...(['createdAt', 'updatedAt'] as const),
  ],
};

export const tabTable: BulkTable<TabRow> = {
  name: 'products_tabs',
  columns: ['id', 'productId', 'title', 'body', 'isActive', 'sortOrder', 'createdAt', 'updatedAt'],
};
