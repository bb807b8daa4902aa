import type { CellIssue, ImageFields, ProductFields, VariantFields } from './imported-product.js';
import { mapProductFields } from './map-product-fields.js';
import { mapImage, mapVariantFields } from './map-variant-fields.js';
import { resolveColumns, type ColumnNames, type ProductColumn } from './product-columns.js';
import { RowCells } from './row-cells.js';

/** The most options that the format can express. */
const optionColumns = [
  ['option1Name', 'option1Value'],
  ['option2Name', 'option2Value'],
  ['option3Name', 'option3Value'],
] as const satisfies ReadonlyArray<readonly [ProductColumn, ProductColumn]>;

/** Without a title a row is a variant only if one of these says which or at what price; stray zeros are common. */
const identifyingColumns: readonly ProductColumn[] = [
  'option1Value',
  'option2Value',
  'option3Value',
  'sku',
  'barcode',
  'price',
  'compareAtPrice',
];

const variantColumns: readonly ProductColumn[] = [
  ...identifyingColumns,
  'quantity',
  'weight',
  'tracker',
  'policy',
  'hsnCode',
  'gstRate',
  'variantImage',
];

/** Texts that are one line wherever they are written. */
const productLines: readonly ProductColumn[] = [
  'title',
  'brand',
  'productType',
  'category',
  'tags',
  'metaTitle',
];
const variantLines: readonly ProductColumn[] = [...optionColumns.flat(), 'sku', 'barcode', 'hsnCode'];

/** What one row says on its own; which product it belongs to is for `assembleProducts` to say. */
export interface MappedRow {
  /** Trimmed and in lower case; empty where the row has none. */
  handle: string;
  /** `product`: the row has a title. A product's first row has one and is usually its first variant and image too. */
  kind: 'product' | 'variant' | 'image' | 'empty';
  product?: ProductFields;
  variant?: VariantFields;
  /** Three cells each, blank where the row says nothing; undefined when the file has no option columns. */
  options?: { names: string[]; values: string[] };
  image?: ImageFields;
  issues: CellIssue[];
}

/**
 * Maps one row of a product file. Nothing is looked up and nothing kept: the same row always gives the same.
 * @param columns the file's columns; resolve them once per file where many rows are mapped
 */
export function mapProductRow(
  record: Readonly<Record<string, string>>,
  columns: ColumnNames = resolveColumns(Object.keys(record)),
): MappedRow {
  const cells = new RowCells(record, columns);
  const kind = kindOf(cells);
  if (kind === 'product') cells.expectOneLine(productLines, 'product');
  const withVariant = kind === 'variant' || (kind === 'product' && cells.says(variantColumns));
  if (withVariant) cells.expectOneLine(variantLines, 'variant');
  return {
    handle: cells.text('handle').normalize('NFC').toLowerCase(),
    kind,
    product: kind === 'product' ? mapProductFields(cells) : undefined,
    variant: withVariant ? mapVariantFields(cells) : undefined,
    options: mapOptions(cells),
    image: mapImage(cells),
    issues: cells.issues,
  };
}

function kindOf(cells: RowCells): MappedRow['kind'] {
  if (cells.text('title') !== '') return 'product';
  if (cells.says(identifyingColumns)) return 'variant';
  return cells.text('imageUrl') === '' ? 'empty' : 'image';
}

function mapOptions(cells: RowCells): MappedRow['options'] {
  if (!optionColumns.some(([name, value]) => cells.has(name) || cells.has(value))) return undefined;
  return {
    names: optionColumns.map(([name]) => cells.text(name)),
    values: optionColumns.map(([, value]) => cells.text(value)),
  };
}
