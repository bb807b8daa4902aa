import type { CatalogAttribute, CatalogAttributeValue } from './catalog-product.js';
import type { ImportedAttribute } from './import-batch.js';

/**
 * What a product is assigned when the cells of a file are merged into it: an attribute with a column is replaced, one
 * without stays. The order of the values of a multi_select is that of the product, so that a file never undoes it.
 */
export function mergeAttributes(
  stored: readonly CatalogAttribute[] | undefined,
  imported: readonly ImportedAttribute[] | undefined,
): CatalogAttribute[] | undefined {
  if (stored === undefined && imported === undefined) return undefined;
  const merged = new Map((stored ?? []).map((attribute) => [attribute.attributeId, attribute]));
  for (const { attributeId, values } of imported ?? []) {
    const before = merged.get(attributeId);
    if (values.length === 0) merged.delete(attributeId);
    else if (!before || !sameValues(before.values, values)) merged.set(attributeId, { attributeId, values });
  }
  return [...merged.values()];
}

/** What tells values of one attribute apart. */
export function valueKey({ valueId, value }: Pick<CatalogAttributeValue, 'valueId' | 'value'>): string {
  return valueId ?? value ?? '';
}

function sameValues(a: readonly CatalogAttributeValue[], b: readonly CatalogAttributeValue[]): boolean {
  const keys = new Set(a.map(valueKey));
  return a.length === b.length && b.every((value) => keys.has(valueKey(value)));
}
