import { foldOption, type MatrixOption } from './option.js';
import { planOptions, type WantedOption } from './option-plan.js';
import { type RuleIssue, ruleIssue, under } from './rule-issue.js';

export interface OptionInput {
  name: string;
  sortOrder?: number;
  values: readonly { value: string; sortOrder?: number }[];
}

/** A value of an option as a variant names it. */
export interface ChosenValue {
  optionName: string;
  value: string;
}

export interface OptionMatrix {
  options: MatrixOption[];
  issues: RuleIssue[];
}

/** Fills in the order of options and their values, which is that of the list where none is sent. */
export function orderOptions(inputs: readonly OptionInput[]): WantedOption[] {
  return inputs.map(({ name, sortOrder, values }, index) => ({
    name,
    sortOrder: sortOrder ?? index,
    values: values.map((item, place) => ({ value: item.value, sortOrder: item.sortOrder ?? place })),
  }));
}

/** Which rules the options of a product break; issues are relative to the body. */
export function optionIssues(inputs: readonly OptionInput[]): RuleIssue[] {
  const issues: RuleIssue[] = [];
  const names = new Set<string>();
  for (const [index, { name, values }] of inputs.entries()) {
    const path = `options.${index}`;
    if (names.has(foldOption(name)))
      issues.push(ruleIssue(`${path}.name`, 'is the name of two options', 'not_unique'));
    names.add(foldOption(name));
    if (values.length === 0) issues.push(ruleIssue(`${path}.values`, 'an option needs a value'));
    const seen = new Set<string>();
    for (const [place, { value }] of values.entries()) {
      if (seen.has(foldOption(value)))
        issues.push(ruleIssue(`${path}.values.${place}`, 'must be unique', 'not_unique'));
      seen.add(foldOption(value));
    }
  }
  return issues;
}

/** Gives the options of a new product and their values ids and an order; they are good only without issues. */
export function defineOptions(inputs: readonly OptionInput[], newId: () => string): OptionMatrix {
  return {
    options: planOptions([], orderOptions(inputs), newId).options,
    issues: optionIssues(inputs),
  };
}

/** Finds the ids of the values that a variant names, one for each option of its product; issues are relative to the variant. */
export function resolveValues(
  options: readonly MatrixOption[],
  chosen: readonly ChosenValue[],
): { optionValueIds: string[]; issues: RuleIssue[] } {
  const issues: RuleIssue[] = [];
  const found = new Map<string, string>();
  for (const [index, { optionName, value }] of chosen.entries()) {
    const option = options.find(({ name }) => foldOption(name) === foldOption(optionName));
    const match = option?.values.find((candidate) => foldOption(candidate.value) === foldOption(value));
    if (!option)
      issues.push(
        ...under(`optionValues.${index}`, [
          ruleIssue('optionName', 'is not an option of the product', 'unknown_reference'),
        ]),
      );
    else if (!match)
      issues.push(...under(`optionValues.${index}`, [ruleIssue('value', `is no value of ${option.name}`)]));
    else if (found.has(option.id))
      issues.push(ruleIssue(`optionValues.${index}`, `is a second value of ${option.name}`));
    else found.set(option.id, match.id);
  }
  const missing = options.filter(({ id }) => !found.has(id));
  if (issues.length === 0 && missing.length > 0) {
    issues.push(ruleIssue('optionValues', `needs a value of ${missing.map(({ name }) => name).join(', ')}`));
  }
  return { optionValueIds: [...found.values()].sort(), issues };
}

/** Checks the ids of values that a variant names, one for each option of its product; issues are relative to the variant. */
export function checkValueIds(
  options: readonly MatrixOption[],
  ids: readonly string[],
): { optionValueIds: string[]; issues: RuleIssue[] } {
  const optionOf = new Map(options.flatMap((option) => option.values.map(({ id }) => [id, option])));
  const issues: RuleIssue[] = [];
  const found = new Set<string>();
  for (const [index, id] of ids.entries()) {
    const option = optionOf.get(id);
    if (!option)
      issues.push(
        ruleIssue(`optionValueIds.${index}`, 'is not an option value of the product', 'unknown_reference'),
      );
    else if (found.has(option.id))
      issues.push(ruleIssue(`optionValueIds.${index}`, `is a second value of ${option.name}`));
    else found.add(option.id);
  }
  const missing = options.filter(({ id }) => !found.has(id));
  if (issues.length === 0 && missing.length > 0) {
    issues.push(
      ruleIssue('optionValueIds', `needs a value of ${missing.map(({ name }) => name).join(', ')}`),
    );
  }
  return { optionValueIds: [...ids].sort(), issues };
}

/**
 * The variant that has the same combination as an earlier one, by their places; undefined when all differ. A product
 * without options has nothing to tell its variants apart by, and the rule says nothing of it.
 */
export function findDuplicateCombination(
  combinations: readonly (readonly string[])[],
): { first: number; second: number } | undefined {
  const seen = new Map<string, number>();
  for (const [second, ids] of combinations.entries()) {
    if (ids.length === 0) continue;
    const key = ids.join();
    const first = seen.get(key);
    if (first !== undefined) return { first, second };
    seen.set(key, second);
  }
  return undefined;
}
