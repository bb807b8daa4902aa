import type { CatalogProduct, CatalogVariant } from '#domain/product-imports/catalog-product.js';
import type { StoredOption, StoredProduct } from '#domain/product-imports/stored-product.js';
import { foldOption } from '#domain/products/option-matrix.js';
import { newId } from '#lib/ids.js';
import type { OptionRow, OptionValueRow } from './product-tables.js';

/** What has to be written of the options of one product, and what its variants then consist of. */
export interface OptionPlan {
  added: OptionRow[];
  /** Stand at another place, or are spelled in another way. */
  changed: OptionRow[];
  removedIds: string[];
  addedValues: OptionValueRow[];
  /** In the order of the product's variants. */
  combinations: { optionValueIds: string[]; detached: boolean }[];
}

interface PlannedOption {
  row: OptionRow;
  valueIds: Map<string, string>;
}

/**
 * Finds the ids of the options and values of a product, whatever their case; new ones get new ids, and options that
 * the product no longer has go with their values. A variant that is left without a complete combination, or with
 * that of another one, is detached: it stays, and cannot be bought until somebody completes it.
 */
export function planOptions(
  productId: string,
  product: CatalogProduct,
  stored: StoredProduct | null,
): OptionPlan {
  const before = new Map((stored?.options ?? []).map((option) => [foldOption(option.name), option]));
  const plan: OptionPlan = { added: [], changed: [], removedIds: [], addedValues: [], combinations: [] };

  const options = product.optionNames.map((name, sortOrder): PlannedOption => {
    const known: StoredOption | undefined = before.get(foldOption(name));
    before.delete(foldOption(name));
    const row = { id: known?.id ?? newId(), productId, name, sortOrder };
    if (!known) plan.added.push(row);
    else if (known.name !== name || known.sortOrder !== sortOrder) plan.changed.push(row);
    return { row, valueIds: new Map((known?.values ?? []).map(({ id, value }) => [foldOption(value), id])) };
  });
  plan.removedIds = [...before.values()].map(({ id }) => id);

  const idOf = ({ row, valueIds }: PlannedOption, value: string): string => {
    const known = valueIds.get(foldOption(value));
    if (known !== undefined) return known;
    const id = newId();
    plan.addedValues.push({ id, optionId: row.id, value, sortOrder: valueIds.size });
    valueIds.set(foldOption(value), id);
    return id;
  };
  const idsOf = (variant: CatalogVariant): string[] => {
    const kept = keptIds(variant, stored);
    if (kept === undefined) return options.flatMap((option, at) => chosen(option, variant.optionValues[at], idOf)).sort(); // prettier-ignore
    const alive = new Set(options.flatMap(({ valueIds }) => [...valueIds.values()]));
    return kept.filter((id) => alive.has(id));
  };
  plan.combinations = settle(product.variants.map((variant) => ({ ids: idsOf(variant), spokenOf: keptIds(variant, stored) === undefined })), options.length); // prettier-ignore
  return plan;
}

function chosen(
  option: PlannedOption,
  value: string | undefined,
  idOf: (option: PlannedOption, value: string) => string,
): string[] {
  return value === undefined ? [] : [idOf(option, value)];
}

/** The value ids of a stored variant whose options the file leaves as they are: positions may have moved since. */
function keptIds({ id, optionValues }: CatalogVariant, stored: StoredProduct | null): string[] | undefined {
  const same = stored?.catalog.variants.some((one) => one.id === id && one.optionValues === optionValues);
  return id !== undefined && same ? stored?.variants.get(id)?.optionValueIds : undefined;
}

/** Of two variants with one combination the one that the file speaks of has it. */
function settle(
  variants: readonly { ids: string[]; spokenOf: boolean }[],
  options: number,
): OptionPlan['combinations'] {
  const taken = new Set<string>();
  const detached = variants.map(() => false);
  for (const spokenOf of [true, false]) {
    for (const [index, variant] of variants.entries()) {
      if (variant.spokenOf !== spokenOf) continue;
      const key = variant.ids.join();
      detached[index] = variant.ids.length !== options || (options > 0 && taken.has(key));
      if (!detached[index]) taken.add(key);
    }
  }
  return variants.map(({ ids }, index) => ({ optionValueIds: ids, detached: detached[index] ?? false }));
}
