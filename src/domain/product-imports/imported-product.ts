/**
 * What a product file says. Everywhere below `undefined` means that the file makes no statement (it lacks the
 * column, or the cell of a column that cannot be cleared is blank), so that an existing value stays;
 * `null` means that the cell is blank and clears the value.
 */

export type ImportedStatus = 'draft' | 'active' | 'archived';
export type ImportedVisibility = 'public' | 'private';

export interface ProductFields {
  /** 1..255 characters. */
  title: string;
  /** HTML; the import cleans it as it reads the row. */
  description?: string | null;
  /** The column `Vendor`: a brand, not the seller on this platform. */
  brand?: string | null;
  productType?: string | null;
  category?: string | null;
  /** Trimmed, without repetitions; empty clears. */
  tags?: string[];
  status?: ImportedStatus;
  visibility?: ImportedVisibility;
  metaTitle?: string | null;
  metaDescription?: string | null;
  /** As the cells have them; their values are looked up with the batch. */
  attributes?: AttributeCell[];
  /** As the cells have them. */
  customFields?: CustomFieldCell[];
}

/** The cell of a custom field's column. */
export interface CustomFieldCell {
  key: string;
  /** The header as the file spells it. */
  column: string;
  /** Trimmed; empty clears. */
  text: string;
}

/** The cell of an attribute's column. */
export interface AttributeCell {
  /** Of the attribute; the platform may have none. */
  code: string;
  /** The header as the file spells it. */
  column: string;
  /** Trimmed; empty clears. */
  text: string;
}

export interface VariantFields {
  sku?: string | null;
  barcode?: string | null;
  /** 1..32 characters. */
  hsnCode?: string | null;
  /** Percent. */
  gstRate?: number | null;
  gstExempt?: boolean;
  /** Subunits. The regular price: the file's compare-at price where that is above its price. */
  price?: number;
  /** Subunits, below `price`; in effect without a period. */
  specialPrice?: number | null;
  /** Grams, 1 or more. */
  weight?: number | null;
  trackInventory?: boolean;
  allowBackorder?: boolean;
  /** Pieces on hand, 0 or more. */
  quantity?: number;
  /** A remote http(s) URL. */
  thumbnail?: string | null;
}

/** A remote picture; files are referred to and never fetched. */
export interface ImageFields {
  /** http or https, at most 2,048 characters. */
  url: string;
  /** From 1; null where the file gives none. */
  position: number | null;
  alt: string | null;
}

/** What a problem costs: the whole product, this variant, this image, this row, or nothing (a note). */
export type Skipped = 'product' | 'variant' | 'image' | 'row' | 'nothing';

/** Whether something did go in all the same: a note rather than a failure. */
export function isNote({ skips }: Pick<CellIssue, 'skips'>): boolean {
  return skips === 'nothing' || skips === 'image';
}

export interface CellIssue {
  /** The header as the file spells it. */
  column: string;
  /** A sentence for the shop owner. */
  reason: string;
  skips: Skipped;
}

/** A line of the error file. */
export interface RowError extends CellIssue {
  /** The row of the spreadsheet, the header being row 1. */
  row: number;
  /** Empty where the row has none or could not be read. */
  handle: string;
}
