import { newVariant, type OptionDraft, type ProductDraft, type VariantDraft } from './draft.js';

/** More than anybody edits on a page; beyond it combinations are not made by themselves. */
export const MAX_VARIANTS = 200;

/** Options that have a name and values: the others are still being typed. */
const isComplete = ({ name, values }: OptionDraft) => name.trim() !== '' && values.length > 0;

/** All combinations of the values, the last option changing fastest; null for an option that is not complete. */
export function combinations(options: readonly OptionDraft[]): (string | null)[][] {
  return options.reduce<(string | null)[][]>(
    (rows, option) =>
      isComplete(option)
        ? rows.flatMap((row) => option.values.map((value) => [...row, value]))
        : rows.map((row) => [...row, null]),
    [[]],
  );
}

const keyOf = (values: readonly (string | null)[]) =>
  JSON.stringify(values.map((value) => value?.toLowerCase() ?? null));

/**
 * Variants that lack a value of an option, or share the combination of another one: they stay, and cannot be bought. The
 * same rule as the server's.
 */
export function detachedKeys({ options, variants }: Pick<ProductDraft, 'options' | 'variants'>): Set<string> {
  const detached = new Set<string>();
  const taken = new Set<string>();
  for (const { key, values, deleted } of variants) {
    if (deleted) continue;
    const fits = options.every((option, index) => {
      if (!isComplete(option)) return true;
      const value = values[index] ?? null;
      return value !== null && option.values.some((item) => item.toLowerCase() === value.toLowerCase());
    });
    const own = keyOf(options.map((option, index) => (isComplete(option) ? (values[index] ?? null) : null)));
    if (!fits || taken.has(own)) detached.add(key);
    else taken.add(own);
  }
  return detached;
}

/**
 * The variants after the options were changed: those that fit stay with all that they have, a new option gives each its
 * first value, combinations without a variant get one, and stored variants that fit no more stay at the end.
 */
export function replan(options: readonly OptionDraft[], variants: readonly VariantDraft[]): VariantDraft[] {
  const extended = variants.map((variant) => ({
    ...variant,
    values: options.map(
      (option, index) => variant.values[index] ?? (isComplete(option) ? (option.values[0] ?? null) : null),
    ),
  }));
  const detached = detachedKeys({ options: [...options], variants: extended });
  const fitting = extended.filter(({ key, deleted }) => deleted || !detached.has(key));
  const loose = extended.filter(({ key, stored }) => detached.has(key) && stored);
  const wanted = combinations(options);
  if (wanted.length > MAX_VARIANTS) return [...fitting, ...loose];
  const byCombination = new Map(
    fitting.filter(({ deleted }) => !deleted).map((variant) => [keyOf(variant.values), variant]),
  );
  const [like] = fitting;
  const rows = wanted.map((values) => byCombination.get(keyOf(values)) ?? newVariant(values, like));
  return [...rows, ...loose, ...fitting.filter(({ deleted }) => deleted)];
}

/** What a save does to variants, in words of counts. */
export function matrixChanges(draft: ProductDraft, base: ProductDraft) {
  const detached = detachedKeys(draft);
  const before = detachedKeys(base);
  return {
    added: draft.variants.filter(({ stored, deleted }) => !stored && !deleted),
    detached: draft.variants.filter(({ key, stored }) => stored && detached.has(key) && !before.has(key)),
    deleted: draft.variants.filter(({ stored, deleted }) => stored && deleted),
  };
}

/** `M / Red`; the title of a variant without options is empty. */
export const variantTitle = ({ values }: Pick<VariantDraft, 'values'>) =>
  values.filter((value) => value !== null).join(' / ');
