import type { Assignment } from '#domain/products/attribute-assignments.js';
import type { ImportedStatus, ImportedVisibility } from './imported-product.js';

/** A variant as the catalog has it, as far as an import can speak of it. */
export interface CatalogVariant {
  /** Of a stored variant; a new one has none. */
  id?: string;
  /** One per option of the product; a variant with another number of them has yet to be completed. */
  optionValues: string[];
  sku: string | null;
  barcode: string | null;
  hsnCode: string | null;
  /** Percent. */
  gstRate: number | null;
  gstExempt: boolean;
  /** Subunits. */
  price: number | null;
  /** Subunits, below `price`. */
  specialPrice: number | null;
  /** Grams. */
  weight: number | null;
  trackInventory: boolean;
  allowBackorder: boolean;
  /**
   * The stock that the last import stated, not what is on hand now: what was sold since must not make the same
   * file look like a change.
   */
  quantity: number | null;
  /** URL. */
  thumbnail: string | null;
}

/** A product as the catalog has it, as far as an import can speak of it. */
export interface CatalogProduct {
  title: string;
  description: string | null;
  brand: string | null;
  productType: string | null;
  category: string | null;
  tags: string[];
  status: ImportedStatus;
  visibility: ImportedVisibility;
  metaTitle: string | null;
  metaDescription: string | null;
  optionNames: string[];
  /** In display order. */
  variants: CatalogVariant[];
  /** URLs in display order. */
  images: string[];
  /** What it is assigned of live attributes; left out where the file has no column of an attribute. */
  attributes?: CatalogAttribute[];
}

/** What a product is assigned of one attribute. */
export interface CatalogAttribute {
  attributeId: string;
  /** At least one; several only of a multi_select. */
  values: CatalogAttributeValue[];
}

export type CatalogAttributeValue = Pick<Assignment, 'valueId' | 'value' | 'canonical' | 'uniqueValue'>;
