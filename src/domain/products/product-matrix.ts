import { jsonOf, type RowOf } from '#domain/_shared/columns.js';
import type { MatrixOption } from './option.js';
import type { VariantFields } from './product.js';

/** A live variant of a product. Instants are ISO text in UTC. */
export interface MatrixVariant extends VariantFields {
  id: string;
  /** Sorted. */
  optionValueIds: string[];
  /** Lacks a value of an option, or has the combination of another variant: it cannot be sold until it is completed. */
  detached: boolean;
}

export interface TabFields {
  title: string;
  body: string | null;
  isActive: boolean;
  sortOrder: number;
}

export interface MatrixTab extends TabFields {
  id: string;
}

/** All that belongs to a product, its deleted variants and tabs apart; variants and tabs in their order. */
export const productMatrixColumns = {
  options: jsonOf<MatrixOption[]>(),
  variants: jsonOf<MatrixVariant[]>(),
  tabs: jsonOf<MatrixTab[]>(),
};
export type ProductMatrix = RowOf<typeof productMatrixColumns>;

/** How much a product may have, however it came. */
export const productBounds = {
  variants: 2048,
  options: 20,
  optionValues: 250,
  tabs: 50,
  assignments: 500,
} as const;

export const newVariantFields: Omit<VariantFields, 'sortOrder'> = {
  thumbnail: null,
  images: [],
  price: null,
  specialPrice: null,
  specialPriceStart: null,
  specialPriceEnd: null,
  sku: null,
  ean: null,
  upc: null,
  barcode: null,
  hsnCode: null,
  gstRate: null,
  gstExempt: false,
  minQuantityPerCart: null,
  maxQuantityPerCart: null,
  weight: null,
  length: null,
  breadth: null,
  height: null,
};

/** The database keeps places in four bytes. */
const LAST_PLACE = 2_147_483_647;

/** The place behind all others; behind the last one there is, it is that one. */
export function nextPlace(rows: readonly { sortOrder: number }[]): number {
  return Math.min(LAST_PLACE, rows.reduce((last, { sortOrder }) => Math.max(last, sortOrder), -1) + 1);
}
