import type { CatalogProduct } from './catalog-product.js';
import type { ProductPart } from './import-batch.js';

/** Where a thing is kept, not what it is: rows move when a line is inserted above them. */
const positions = new Set(['id', 'row', 'firstRow']);

/**
 * The content of a product, or of what a file says of one, as text that is equal exactly when the content is:
 * keys in order, absent values left out, row numbers and ids left out, tags sorted.
 * For comparing or, by the caller, for hashing.
 */
export function canonicalProduct(product: CatalogProduct | ProductPart): string {
  return JSON.stringify(product, (key, value: unknown) => {
    if (positions.has(key)) return undefined;
    if (key === 'tags' && Array.isArray(value)) return [...(value as string[])].sort();
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
