import { fieldsEqual } from './fields-equal.js';
import type { MatrixOption } from './option.js';
import { type ChosenValue, checkValueIds, resolveValues } from './option-matrix.js';
import { settleCombinations } from './option-plan.js';
import type { VariantFields } from './product.js';
import { type MatrixVariant, newVariantFields, nextPlace, productBounds } from './product-matrix.js';
import { type RuleIssue, ruleIssue, under } from './rule-issue.js';
import { variantIssues } from './variant-rules.js';

/** A variant as a caller wants it: with an id it is changed, or deleted, else it is added. */
export interface WantedVariant {
  id?: string;
  delete?: boolean;
  /** Only the fields that were sent. */
  fields: Partial<VariantFields>;
  optionValues?: readonly ChosenValue[];
  optionValueIds?: readonly string[];
  /** Written beside the variant. */
  customFields?: Readonly<Record<string, unknown>>;
  /** Stock that a new variant of a product file comes with. */
  stock?: { trackInventory: boolean; allowBackorder: boolean; onHand: number | null };
}

/** What has to be written of the variants of a product. */
export interface VariantPlan {
  added: MatrixVariant[];
  /** As they become, all of their fields. */
  changed: MatrixVariant[];
  deletedIds: string[];
  /** Change their SKU, which another variant of the product takes over. */
  releasedSkuIds: string[];
  /** Change their combination, which another variant of the product takes over. */
  releasedCombinationIds: string[];
  /** SKUs that are new to a variant, with the path of each. */
  claimedSkus: { sku: string; path: string }[];
  /** The id of each wanted variant, in the order of the caller; undefined for one that is deleted. */
  idsAsWanted: (string | undefined)[];
}

export interface PlanProblems {
  /** Broken rules. */
  issues: RuleIssue[];
  /** Ids that are not of this product. */
  missing: RuleIssue[];
  /** Combinations that another variant has. */
  duplicates: RuleIssue[];
  /** SKUs that another variant of the product has. */
  takenSkus: RuleIssue[];
}

interface Draft {
  row: MatrixVariant;
  stored?: MatrixVariant;
  path: string;
  /** Whether the caller names it, and its combination as well. */
  named: 'combination' | 'variant' | null;
  /** The field that the caller names its combination by. */
  combinationField?: 'optionValues' | 'optionValueIds';
}

/** Whether it has its combination already and is not to change it. */
function keepsCombination({ row, stored, named }: Draft): boolean {
  if (!stored || stored.detached || named === 'combination') return false;
  return stored.optionValueIds.join() === row.optionValueIds.join();
}

/** Who keeps a combination that several would have. */
function rankOf(draft: Draft): number {
  if (draft.named === 'combination') return 0;
  if (keepsCombination(draft)) return 1;
  return draft.named === 'variant' ? 2 : 3;
}

/** The path of the nth wanted variant. */
export type PathOf = (index: number) => string;

/**
 * Works out what a change of variants means for all variants of a product.
 * @param options the options as they become
 */
export function planVariants(
  stored: readonly MatrixVariant[],
  options: readonly MatrixOption[],
  wanted: readonly WantedVariant[],
  { newId, pathOf }: { newId: () => string; pathOf: PathOf },
): { plan: VariantPlan; problems: PlanProblems } {
  const problems: PlanProblems = { issues: [], missing: [], duplicates: [], takenSkus: [] };
  const { drafts, deletedIds, idsAsWanted } = draftVariants(stored, options, wanted, {
    newId,
    pathOf,
    problems,
  });
  const adds = drafts.some(({ stored: was }) => !was);
  if (adds && drafts.length > productBounds.variants) {
    const message = `a product has at most ${productBounds.variants} variants`;
    problems.issues.push(ruleIssue('variants', message));
  }
  findDuplicates(drafts, options.length, problems);
  const combinations = settleCombinations(
    drafts.map((draft) => ({ optionValueIds: draft.row.optionValueIds, rank: rankOf(draft) })),
    options,
  );
  for (const [index, { row }] of drafts.entries()) Object.assign(row, combinations[index]);
  findTakenSkus(drafts, problems);

  const changed = drafts.filter(({ row, stored: was }) => was && !fieldsEqual(row, was));
  return {
    plan: {
      added: drafts.filter(({ stored: was }) => !was).map(({ row }) => row),
      changed: changed.map(({ row }) => row),
      deletedIds,
      idsAsWanted,
      ...releases(drafts, changed),
      claimedSkus: drafts.flatMap(({ row: { sku }, stored: was, path }) =>
        sku !== null && sku !== was?.sku ? [{ sku, path: fieldPath(path, 'sku') }] : [],
      ),
    },
    problems,
  };
}

function fieldPath(path: string, field: string): string {
  return path === '' ? field : `${path}.${field}`;
}

/** The live variants as they would become, in their order. */
function draftVariants(
  stored: readonly MatrixVariant[],
  options: readonly MatrixOption[],
  wanted: readonly WantedVariant[],
  { newId, pathOf, problems }: { newId: () => string; pathOf: PathOf; problems: PlanProblems },
): { drafts: Draft[] } & Pick<VariantPlan, 'deletedIds' | 'idsAsWanted'> {
  const drafts = new Map<string, Draft>(
    stored.map((row) => [row.id, { row: { ...row }, stored: row, path: '', named: null }]),
  );
  const named = new Set<string>();
  const deletedIds: string[] = [];
  const idsAsWanted: (string | undefined)[] = wanted.map(() => undefined);
  let place = nextPlace(stored);
  for (const [index, { id, delete: removed, fields, ...explicit }] of wanted.entries()) {
    const path = pathOf(index);
    const known = id === undefined ? undefined : drafts.get(id);
    if (id !== undefined && named.has(id))
      problems.issues.push(ruleIssue(fieldPath(path, 'id'), 'must be unique', 'not_unique'));
    else if (id !== undefined && !known)
      problems.missing.push(
        ruleIssue(fieldPath(path, 'id'), 'is not a variant of the product', 'unknown_reference'),
      );
    if (id !== undefined) named.add(id);
    if (id !== undefined && !known) continue;
    if (known && removed) {
      drafts.delete(known.row.id);
      deletedIds.push(known.row.id);
      continue;
    }
    const row = known?.row ?? {
      ...newVariantFields,
      sortOrder: place,
      id: newId(),
      optionValueIds: [],
      detached: false,
    };
    idsAsWanted[index] = row.id;
    Object.assign(row, fields);
    place = Math.max(place, nextPlace([row]));
    const combination = explicitCombination(options, explicit, known === undefined);
    if (combination) row.optionValueIds = combination.optionValueIds;
    problems.issues.push(...under(path, [...variantIssues(row), ...(combination?.issues ?? [])]));
    drafts.set(row.id, {
      row,
      stored: known?.stored,
      path,
      named: combination ? 'combination' : 'variant',
      combinationField: explicit.optionValueIds ? 'optionValueIds' : 'optionValues',
    });
  }
  const rows = [...drafts.values()].sort((item, other) => item.row.sortOrder - other.row.sortOrder);
  return { drafts: rows, deletedIds, idsAsWanted };
}

/** The combination that a variant states; a new one has to. */
function explicitCombination(
  options: readonly MatrixOption[],
  { optionValues, optionValueIds }: Pick<WantedVariant, 'optionValues' | 'optionValueIds'>,
  isNew: boolean,
): { optionValueIds: string[]; issues: RuleIssue[] } | undefined {
  if (optionValues && optionValueIds) {
    const issue = ruleIssue('optionValues', 'cannot be combined with optionValueIds');
    return { optionValueIds: [], issues: [issue] };
  }
  if (optionValueIds) return checkValueIds(options, optionValueIds);
  if (optionValues || isNew) return resolveValues(options, optionValues ?? []);
  return undefined;
}

/**
 * A stated combination is refused when another variant states it too, or has it already. Combinations that become equal
 * because options are gone are settled instead.
 */
function findDuplicates(drafts: readonly Draft[], options: number, { duplicates }: PlanProblems): void {
  if (options === 0) return;
  const holders = new Map<string, Draft>();
  for (const draft of drafts) {
    if (keepsCombination(draft)) holders.set(draft.row.optionValueIds.join(), draft);
  }
  for (const draft of drafts) {
    if (draft.named !== 'combination' || draft.row.optionValueIds.length !== options) continue;
    const key = draft.row.optionValueIds.join();
    if (holders.has(key)) {
      const message = 'is the combination of another variant too';
      duplicates.push(ruleIssue(fieldPath(draft.path, draft.combinationField ?? 'optionValues'), message));
    } else holders.set(key, draft);
  }
}

function findTakenSkus(drafts: readonly Draft[], { takenSkus }: PlanProblems): void {
  const holders = new Map<string, Draft>();
  for (const draft of drafts) {
    const { sku } = draft.row;
    if (sku === null) continue;
    const other = holders.get(sku);
    if (!other) {
      holders.set(sku, draft);
      continue;
    }
    // The one that did not have it before is the one to blame.
    const path = draft.stored?.sku === sku ? other.path : draft.path;
    takenSkus.push(ruleIssue(fieldPath(path, 'sku'), 'is the SKU of another variant too'));
  }
}

/** Unique indexes look at one row after the other: a value that passes from one to another is released first. */
function releases(
  drafts: readonly Draft[],
  changed: readonly Draft[],
): Pick<VariantPlan, 'releasedSkuIds' | 'releasedCombinationIds'> {
  const skus = new Set(drafts.map(({ row }) => row.sku));
  const combinations = new Set(drafts.flatMap(({ row }) => (row.detached ? [] : row.optionValueIds.join())));
  const idsOf = (passesOn: (row: MatrixVariant, was: MatrixVariant) => boolean) =>
    changed.flatMap(({ row, stored: was }) => (was && passesOn(row, was) ? row.id : []));
  return {
    releasedSkuIds: idsOf((row, was) => was.sku !== null && was.sku !== row.sku && skus.has(was.sku)),
    releasedCombinationIds: idsOf((row, was) => {
      const key = was.optionValueIds.join();
      const moves = row.detached || key !== row.optionValueIds.join();
      return !was.detached && moves && combinations.has(key);
    }),
  };
}
