import type { CatalogAttribute, CatalogAttributeValue } from './catalog-product.js';
import type { ImageFields, ProductFields, RowError, VariantFields } from './imported-product.js';
import { mapProductRow, type MappedRow } from './map-product-row.js';
import type { ColumnNames } from './product-columns.js';

/** A row as the reader of product files gives it. */
export type FileRow =
  | { row: number; record: Readonly<Record<string, string>>; error?: undefined }
  | { row: number; error: string; column?: string; record?: undefined };

/** A row of a batch: mapped, or the reason why it could not be read. */
export type BatchRow =
  | { row: number; mapped: MappedRow; error?: undefined }
  | { row: number; error: string; column?: string; mapped?: undefined };

/**
 * What the rows of one product have said so far in this file. It is stored with each batch and given back with
 * the next one, because the rows of a product may lie anywhere in the file. Plain data.
 */
export interface ProductMemory {
  handle: string;
  /** The row that began the product. */
  firstRow: number;
  /** Whether that row was bad; the product's other rows are then passed over. */
  rejected: boolean;
  title: string;
  /** null when the file has no option columns. */
  optionNames: string[] | null;
  /** The row of each variant, by its combination of option values. */
  combinations: Record<string, number>;
  /** How many images were taken. */
  images: number;
}

/** What earlier batches of the same file left behind for the handles and SKUs of this batch. */
export interface EarlierRows {
  /** By handle. */
  products: ReadonlyMap<string, ProductMemory>;
  /** The row that used each SKU. */
  skuRows: ReadonlyMap<string, number>;
}

export interface PartVariant extends VariantFields {
  row: number;
  /** One per option name; none for a product without options. */
  optionValues: string[];
}

/** What one batch says of a product. */
export interface ProductPart {
  handle: string;
  /** The row that began the product, in this batch or an earlier one. */
  firstRow: number;
  /** Only in the part that holds the first row. */
  fields: ProductFields | null;
  /** null when the file has no option columns: the options of the product stay as they are. */
  optionNames: string[] | null;
  variants: PartVariant[];
  /** By position, then by row; each URL once. */
  images: ImageFields[];
  /** What the cells of attributes say, once their values are looked up. */
  attributes?: ImportedAttribute[];
}

/** What a file assigns a product of one attribute. */
export interface ImportedAttribute extends Omit<CatalogAttribute, 'values'> {
  /** The header as the file spells it. */
  column: string;
  title: string;
  /** None for a blank cell, which clears. */
  values: CatalogAttributeValue[];
}

export interface AssembledBatch {
  /** In the order of the file; products of which nothing is left are not among them. */
  products: ProductPart[];
  /** By row. */
  errors: RowError[];
  /** Rows that did not go in: their product, their variant or the row itself was skipped. */
  failedRows: number;
  /** To be stored with the batch, replacing what is there for these handles. */
  memory: ProductMemory[];
  /** SKUs taken by this batch, to be stored with it. */
  skus: Array<{ sku: string; row: number }>;
}

/** The rows of a batch with what has to be known of earlier batches before it is assembled. */
export interface MappedBatch {
  rows: BatchRow[];
  handles: string[];
  skus: string[];
}

/** Maps the rows of a batch; nothing is looked up. */
export function mapBatch(rows: readonly FileRow[], columns: ColumnNames): MappedBatch {
  const handles = new Set<string>();
  const skus = new Set<string>();
  const mapped = rows.map((file): BatchRow => {
    if (file.error !== undefined) return { row: file.row, error: file.error, column: file.column };
    const mappedRow = mapProductRow(file.record, columns);
    if (mappedRow.handle !== '') handles.add(mappedRow.handle);
    if (mappedRow.variant?.sku) skus.add(mappedRow.variant.sku);
    return { row: file.row, mapped: mappedRow };
  });
  return { rows: mapped, handles: [...handles], skus: [...skus] };
}
