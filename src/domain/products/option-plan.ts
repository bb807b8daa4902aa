import { type Columns, integer, type RowOf, text, uuid } from '#domain/_shared/columns.js';
import { foldOption, type MatrixOption } from './option.js';

/** An option as a product is to have it, in its order. */
export interface WantedOption {
  name: string;
  sortOrder: number;
  values: readonly { value: string; sortOrder: number }[];
}

/** A value with its option. */
export const plannedValueColumns = {
  id: uuid,
  optionId: uuid,
  value: text,
  sortOrder: integer,
} as const satisfies Columns;
export type PlannedValue = RowOf<typeof plannedValueColumns>;

/** What has to be written so that a product has the options that are wanted. */
export interface OptionPlan {
  /** The options as they become. */
  options: MatrixOption[];
  added: MatrixOption[];
  /** Differ in spelling or order. */
  changed: MatrixOption[];
  /** Their values go with them. */
  removedIds: string[];
  addedValues: PlannedValue[];
  changedValues: PlannedValue[];
  /** Values of options that stay. */
  removedValueIds: string[];
}

/** Options and values of an equal name, whatever their case, keep their ids; the others come and go. */
export function planOptions(
  stored: readonly MatrixOption[],
  wanted: readonly WantedOption[],
  newId: () => string,
): OptionPlan {
  const before = new Map(stored.map((option) => [foldOption(option.name), option]));
  const plan: OptionPlan = {
    options: [],
    added: [],
    changed: [],
    removedIds: [],
    addedValues: [],
    changedValues: [],
    removedValueIds: [],
  };
  for (const { name, sortOrder, values } of wanted) {
    const known = before.get(foldOption(name));
    before.delete(foldOption(name));
    const id = known?.id ?? newId();
    const option = { id, name, sortOrder, values: planValues(plan, id, known, values, newId) };
    plan.options.push(option);
    if (!known) plan.added.push(option);
    else if (known.name !== name || known.sortOrder !== sortOrder) plan.changed.push(option);
  }
  plan.removedIds = [...before.values()].map(({ id }) => id);
  return plan;
}

function planValues(
  plan: OptionPlan,
  optionId: string,
  known: MatrixOption | undefined,
  wanted: WantedOption['values'],
  newId: () => string,
): MatrixOption['values'] {
  const before = new Map((known?.values ?? []).map((value) => [foldOption(value.value), value]));
  const values = wanted.map(({ value, sortOrder }) => {
    const stored = before.get(foldOption(value));
    before.delete(foldOption(value));
    const planned = { id: stored?.id ?? newId(), value, sortOrder };
    if (!stored) plan.addedValues.push({ ...planned, optionId });
    else if (stored.value !== value || stored.sortOrder !== sortOrder)
      plan.changedValues.push({ ...planned, optionId });
    return planned;
  });
  plan.removedValueIds.push(...[...before.values()].map(({ id }) => id));
  return values;
}

/** Whether a plan writes anything. */
export function changesOptions(plan: OptionPlan): boolean {
  const { added, changed, removedIds, addedValues, changedValues, removedValueIds } = plan;
  return [added, changed, removedIds, addedValues, changedValues, removedValueIds].some(
    ({ length }) => length > 0,
  );
}

/** What a variant consists of, and whether it has to be completed before it can be sold. */
export interface Combination {
  /** Sorted, so that equal combinations are equal. */
  optionValueIds: string[];
  detached: boolean;
}

/**
 * The one rule of the matrix. Values that are gone are cleared; a variant is detached when it lacks a value of an option,
 * or when another one has its combination. Of variants with one combination the lowest rank keeps it, then the first.
 * @param variants in their order; `rank` is lower for those that the caller prefers
 */
export function settleCombinations(
  variants: readonly { optionValueIds: readonly string[]; rank?: number }[],
  options: readonly MatrixOption[],
): Combination[] {
  const optionOf = new Map(options.flatMap(({ id, values }) => values.map((value) => [value.id, id])));
  const settled = variants.map(({ optionValueIds }) => {
    const alive = optionValueIds.filter((id) => optionOf.has(id)).sort();
    const complete = new Set(alive.map((id) => optionOf.get(id))).size === options.length;
    return { optionValueIds: alive, detached: !complete || alive.length !== options.length };
  });
  const taken = new Set<string>();
  const order = variants
    .map(({ rank = 0 }, index) => ({ rank, index }))
    .sort((item, other) => item.rank - other.rank || item.index - other.index);
  for (const { index } of order) {
    const combination = settled[index];
    // A product without options has nothing to tell its variants apart by.
    if (!combination || combination.detached || options.length === 0) continue;
    const key = combination.optionValueIds.join();
    combination.detached = taken.has(key);
    taken.add(key);
  }
  return settled;
}
