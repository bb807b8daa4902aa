import type { CatalogProduct } from './catalog-product.js';
import type { ProductPart } from './import-batch.js';
import type { RowError } from './imported-product.js';
import { mergeAttributes } from './merge-attributes.js';
import { mergeVariants } from './merge-variants.js';
import type { ColumnNames } from './product-columns.js';

export interface MergedProduct {
  product: CatalogProduct;
  /** Rows of the part whose variant does not fit the stored product and was left out. */
  errors: RowError[];
}

/**
 * What a product becomes when a part of a file is merged into it. Nothing is ever removed: variants and pictures
 * that the file does not name stay. Merging all parts of a file a second time changes nothing, so that comparing
 * `canonicalProduct` before and after tells whether anything has to be written.
 *
 * A statement that the caller cannot keep (a tag or brand that the marketplace does not have, say) has to be
 * taken out of `part.fields` first; it would look like a change for ever.
 * @param existing the stored product of this vendor and handle, or null
 * @returns null when there is nothing to merge into: a later part of a product that was deleted meanwhile
 */
export function mergeProduct(
  existing: CatalogProduct | null,
  part: ProductPart,
  columns: ColumnNames,
): MergedProduct | null {
  const { fields } = part;
  if (existing === null && fields === null) return null;

  const { optionNames, variants, errors } = mergeVariants(existing, part, columns);
  const product: CatalogProduct = {
    title: latest(fields?.title, existing?.title, ''),
    description: latest(fields?.description, existing?.description, null),
    brand: latest(fields?.brand, existing?.brand, null),
    productType: latest(fields?.productType, existing?.productType, null),
    category: latest(fields?.category, existing?.category, null),
    tags: latest(fields?.tags, existing?.tags, []),
    // The source format takes a new product of which it says nothing else as active and published.
    status: latest(fields?.status, existing?.status, 'active'),
    visibility: latest(fields?.visibility, existing?.visibility, 'public'),
    metaTitle: latest(fields?.metaTitle, existing?.metaTitle, null),
    metaDescription: latest(fields?.metaDescription, existing?.metaDescription, null),
    optionNames,
    variants,
    images: mergeImages(existing?.images ?? [], part),
    attributes: mergeAttributes(existing?.attributes, part.attributes),
  };
  return { product, errors };
}

function latest<T>(explicit: T | undefined, stored: T | undefined, otherwise: T): T {
  if (explicit !== undefined) return explicit;
  return stored !== undefined ? stored : otherwise;
}

/**
 * New pictures are added at the end. Only a part with the product's first row and all its pictures sets their
 * order: were other parts to do so, the parts of one file would undo each other every time it is imported.
 */
function mergeImages(stored: readonly string[], part: ProductPart): string[] {
  const explicit = part.images.map(({ url }) => url);
  const complete = part.fields !== null && stored.every((url) => explicit.includes(url));
  return complete ? explicit : [...stored, ...explicit.filter((url) => !stored.includes(url))];
}
