import { attributeColumns, type AttributeColumn } from './attribute-columns.js';
import { customFieldColumns, type CustomFieldColumn } from './custom-field-columns.js';

/**
 * The columns of a product file that mean something here, and the header names they go by.
 * The Shopify format has two generations of names; files of both are in daily use.
 * Columns that are not listed (costs, feed attributes, tax codes, units for display) are ignored.
 */
const headerNames = {
  handle: ['Handle', 'URL handle'],
  title: ['Title'],
  description: ['Body (HTML)', 'Body HTML', 'Description'],
  brand: ['Vendor'],
  productType: ['Type', 'Product Type'],
  category: ['Product Category'],
  tags: ['Tags'],
  published: ['Published', 'Published on online store'],
  status: ['Status'],
  giftCard: ['Gift Card'],
  metaTitle: ['SEO Title'],
  metaDescription: ['SEO Description'],

  option1Name: ['Option1 Name'],
  option1Value: ['Option1 Value'],
  option2Name: ['Option2 Name'],
  option2Value: ['Option2 Value'],
  option3Name: ['Option3 Name'],
  option3Value: ['Option3 Value'],

  sku: ['Variant SKU', 'SKU'],
  barcode: ['Variant Barcode', 'Barcode'],
  price: ['Variant Price', 'Price'],
  compareAtPrice: ['Variant Compare At Price', 'Compare-at price', 'Compare at price'],
  // Both generations state grams whatever unit the shop shows (`Variant Weight Unit`, `Weight unit for display`).
  weight: ['Variant Grams', 'Weight value (grams)'],
  tracker: ['Variant Inventory Tracker', 'Inventory tracker'],
  quantity: ['Variant Inventory Qty', 'Inventory quantity'],
  policy: ['Variant Inventory Policy', 'Continue selling when out of stock'],
  variantImage: ['Variant Image', 'Variant image URL'],
  hsnCode: ['HSN Code', 'Variant HSN Code'],
  gstRate: ['GST Rate', 'Variant GST Rate', 'GST Rate (%)'],

  imageUrl: ['Image Src', 'Product image URL'],
  imagePosition: ['Image Position'],
  imageAlt: ['Image Alt Text'],
} as const;

export type ProductColumn = keyof typeof headerNames;

/** For each column that the file has, its header exactly as the file spells it. Plain data, kept with a checkpoint. */
export type ColumnNames = Readonly<Partial<Record<ProductColumn, string>>> & {
  /** Columns of attributes, in the order of the file; left out where it has none. */
  readonly attributes?: readonly AttributeColumn[];
  /** Columns of custom fields that vendors write; left out where it has none. */
  readonly customFields?: readonly CustomFieldColumn[];
};

function normalise(header: string): string {
  return header.normalize('NFKC').toLowerCase().replace(/\s+/g, '');
}

const columnByName = new Map<string, ProductColumn>(
  Object.entries(headerNames).flatMap(([column, names]) =>
    names.map((name) => [normalise(name), column as ProductColumn] as const),
  ),
);

/**
 * Finds the known columns in a header line, ignoring case and spaces. Of two headers for one column
 * (say `Handle` and `URL handle`) the first in the file counts.
 */
export function resolveColumns(headers: readonly string[]): ColumnNames {
  const names: Partial<Record<ProductColumn, string>> = {};
  for (const header of headers) {
    const column = columnByName.get(normalise(header));
    if (column !== undefined) names[column] ??= header;
  }
  const attributes = attributeColumns(headers);
  const customFields = customFieldColumns(headers);
  return {
    ...names,
    ...(attributes.length > 0 && { attributes }),
    ...(customFields.length > 0 && { customFields }),
  };
}

/** The headers of all columns that are read. */
export function knownHeaders({ attributes = [], customFields = [], ...names }: ColumnNames): Set<string> {
  const own = [...attributes, ...customFields].map(({ header }) => header);
  return new Set([...Object.values(names), ...own]);
}

/** The first header of a known column that stands twice, whatever its case and spaces. */
export function repeatedHeader(headers: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return headers.find((header) => {
    const name = normalise(header);
    const isRepeated = columnByName.has(name) && seen.has(name);
    seen.add(name);
    return isRepeated;
  });
}

/** The name to show for a column: the file's own, else the older generation's. */
export function columnLabel(columns: ColumnNames, column: ProductColumn): string {
  return columns[column] ?? headerNames[column][0];
}
