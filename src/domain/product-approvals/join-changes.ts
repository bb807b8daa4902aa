import type { ProductChanges } from '#domain/products/product-change.js';

interface Row {
  id?: string;
  fields: object;
  customFields?: object;
}

/**
 * A second change of a product joins the first, field by field; the later value wins. New variants wait only with the
 * options that they need, so later options bring their own.
 */
export function joinChanges(first: ProductChanges, second: ProductChanges): ProductChanges {
  const options = second.options ?? first.options;
  const earlier = second.options
    ? (first.variants ?? []).filter(({ id }) => id !== undefined)
    : (first.variants ?? []);
  return {
    basics: { ...first.basics, ...second.basics },
    media: { ...first.media, ...second.media },
    ...(options ? { options } : {}),
    variants: joinRows(earlier, second.variants ?? []),
    tabs: joinRows(first.tabs ?? [], second.tabs ?? []),
    ...(first.customFields || second.customFields
      ? { customFields: { ...first.customFields, ...second.customFields } }
      : {}),
  };
}

function joinRows<T extends Row>(first: readonly T[], second: readonly T[]): T[] {
  const later = new Map(second.flatMap((row) => (row.id === undefined ? [] : [[row.id, row] as const])));
  const joined = first.map((row) => {
    const other = row.id === undefined ? undefined : later.get(row.id);
    if (!other) return row;
    const customFields =
      row.customFields || other.customFields
        ? { customFields: { ...row.customFields, ...other.customFields } }
        : {};
    return { ...row, ...other, fields: { ...row.fields, ...other.fields }, ...customFields };
  });
  const known = new Set(first.map(({ id }) => id));
  return [...joined, ...second.filter(({ id }) => id === undefined || !known.has(id))];
}

/** Whether a change says nothing at all. */
export function isEmptyChange({
  basics,
  media,
  options,
  variants,
  tabs,
  customFields,
}: ProductChanges): boolean {
  const fields = { ...basics, ...media, ...customFields };
  return Object.keys(fields).length === 0 && !options && !variants?.length && !tabs?.length;
}
