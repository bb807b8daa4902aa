import type { CatalogProduct, CatalogVariant } from '#domain/product-imports/catalog-product.js';
import type { StoredOption, StoredProduct } from '#domain/product-imports/stored-product.js';
import { foldOption, type MatrixOption } from '#domain/products/option.js';
import {
  type Combination,
  type OptionPlan,
  planOptions,
  settleCombinations,
  type WantedOption,
} from '#domain/products/option-plan.js';
import { newId } from '#lib/ids.js';

/** What has to be written of the options of one product, and what its variants then consist of. */
export interface ImportedOptions {
  plan: OptionPlan;
  /** In the order of the product's variants. */
  combinations: Combination[];
}

/**
 * Plans the options that a product has after an import. An import removes no value of an option that stays. Of two
 * variants with one combination the one that the file names has it.
 */
export function planImportedOptions(product: CatalogProduct, stored: StoredProduct | null): ImportedOptions {
  const kept = product.variants.map((variant) => keptIds(variant, stored));
  const named = product.variants.filter((_variant, index) => kept[index] === undefined);
  const before = new Map((stored?.options ?? []).map((option) => [foldOption(option.name), option]));
  const wanted = product.optionNames.map((name, position) =>
    wantedOption(name, position, before.get(foldOption(name)), named),
  );
  const plan = planOptions(stored?.options ?? [], wanted, newId);
  const combinations = settleCombinations(
    product.variants.map((variant, index) => ({
      optionValueIds: kept[index] ?? idsOf(plan.options, variant.optionValues),
      rank: kept[index] === undefined ? 0 : 1,
    })),
    plan.options,
  );
  return { plan, combinations };
}

/** An option with the values that it has, and those that the file adds. */
function wantedOption(
  name: string,
  position: number,
  known: StoredOption | undefined,
  variants: readonly CatalogVariant[],
): WantedOption {
  const values = [...(known?.values ?? [])] as { value: string; sortOrder: number }[];
  const folded = new Set(values.map(({ value }) => foldOption(value)));
  for (const { optionValues } of variants) {
    const value = optionValues[position];
    if (value === undefined || folded.has(foldOption(value))) continue;
    folded.add(foldOption(value));
    values.push({ value, sortOrder: values.length });
  }
  return { name, sortOrder: position, values };
}

function idsOf(options: readonly MatrixOption[], values: readonly string[]): string[] {
  return options.flatMap((option, position) => {
    const wanted = values[position];
    if (wanted === undefined) return [];
    return option.values.find(({ value }) => foldOption(value) === foldOption(wanted))?.id ?? [];
  });
}

/** The value ids of a stored variant whose options the file leaves as they are: positions may have moved since. */
function keptIds({ id, optionValues }: CatalogVariant, stored: StoredProduct | null): string[] | undefined {
  const same = stored?.catalog.variants.some((item) => item.id === id && item.optionValues === optionValues);
  return id !== undefined && same ? stored?.variants.get(id)?.optionValueIds : undefined;
}
