import { fieldsEqual } from './fields-equal.js';
import { type OptionInput, optionIssues, orderOptions } from './option-matrix.js';
import { changesOptions, type OptionPlan, planOptions } from './option-plan.js';
import {
  type MatrixTab,
  nextPlace,
  productBounds,
  type ProductMatrix,
  type TabFields,
} from './product-matrix.js';
import { ruleIssue } from './rule-issue.js';
import {
  type PathOf,
  type PlanProblems,
  planVariants,
  type VariantPlan,
  type WantedVariant,
} from './variant-plan.js';

/** A tab as a caller wants it: with an id it is changed, or deleted, else it is added. */
export interface WantedTab {
  id?: string;
  delete?: boolean;
  fields: Partial<TabFields>;
}

/** What is to become of a product's matrix; a section that is left out stays. */
export interface WantedMatrix {
  /** Replace all that there are. */
  options?: readonly OptionInput[];
  variants?: readonly WantedVariant[];
  tabs?: readonly WantedTab[];
}

export interface TabPlan {
  added: MatrixTab[];
  changed: MatrixTab[];
  deletedIds: string[];
}

/** All that has to be written of a product's matrix. */
export interface MatrixPlan {
  options: OptionPlan;
  variants: VariantPlan;
  tabs: TabPlan;
}

/** Works out what a change means for the whole matrix; the plan is good only without problems. */
export function planMatrix(
  stored: ProductMatrix,
  wanted: WantedMatrix,
  { newId, pathOf = (index) => `variants.${index}` }: { newId: () => string; pathOf?: PathOf },
): { plan: MatrixPlan; problems: PlanProblems } {
  const options = wanted.options
    ? planOptions(stored.options, orderOptions(wanted.options), newId)
    : keepOptions(stored);
  // Options that stay as they are detach and attach nothing by themselves.
  const touched = wanted.variants !== undefined || changesOptions(options);
  const { plan: variants, problems } = planVariants(
    touched ? stored.variants : [],
    options.options,
    wanted.variants ?? [],
    { newId, pathOf },
  );
  problems.issues.unshift(...optionIssues(wanted.options ?? []));
  const tabs = planTabs(stored.tabs, wanted.tabs ?? [], newId, problems);
  return { plan: { options, variants, tabs }, problems };
}

function keepOptions({ options }: ProductMatrix): OptionPlan {
  const nothing = {
    added: [],
    changed: [],
    removedIds: [],
    addedValues: [],
    changedValues: [],
    removedValueIds: [],
  };
  return { options, ...nothing };
}

function planTabs(
  stored: readonly MatrixTab[],
  wanted: readonly WantedTab[],
  newId: () => string,
  problems: PlanProblems,
): TabPlan {
  const plan: TabPlan = { added: [], changed: [], deletedIds: [] };
  const byId = new Map(stored.map((tab) => [tab.id, tab]));
  const named = new Set<string>();
  let place = nextPlace(stored);
  for (const [index, { id, delete: removed, fields }] of wanted.entries()) {
    const known = id === undefined ? undefined : byId.get(id);
    if (id !== undefined && named.has(id))
      problems.issues.push(ruleIssue(`tabs.${index}.id`, 'must be unique', 'not_unique'));
    else if (id !== undefined && !known)
      problems.missing.push(
        ruleIssue(`tabs.${index}.id`, 'is not a tab of the product', 'unknown_reference'),
      );
    if (id !== undefined) named.add(id);
    if (id !== undefined && !known) continue;
    if (known && removed) {
      plan.deletedIds.push(known.id);
      continue;
    }
    if (!known && fields.title === undefined)
      problems.issues.push(ruleIssue(`tabs.${index}.title`, 'a new tab needs a title'));
    const tab = known
      ? { ...known, ...fields }
      : { id: newId(), title: '', body: null, isActive: true, sortOrder: place, ...fields };
    place = Math.max(place, nextPlace([tab]));
    if (!known) plan.added.push(tab);
    else if (!fieldsEqual(tab, known)) plan.changed.push(tab);
  }
  if (
    plan.added.length > 0 &&
    stored.length + plan.added.length - plan.deletedIds.length > productBounds.tabs
  ) {
    problems.issues.push(ruleIssue('tabs', `a product has at most ${productBounds.tabs} tabs`));
  }
  return plan;
}

/** Whether a plan writes anything but tabs. */
export function changesProduct({ options, variants }: MatrixPlan): boolean {
  const { added, changed, deletedIds } = variants;
  return changesOptions(options) || added.length + changed.length + deletedIds.length > 0;
}

export function changesTabs({ tabs }: MatrixPlan): boolean {
  return tabs.added.length + tabs.changed.length + tabs.deletedIds.length > 0;
}
