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

export interface MatrixOption {
  id: string;
  name: string;
  sortOrder: number;
  values: { id: string; value: string; sortOrder: number }[];
}

export interface OptionMatrix {
  options: MatrixOption[];
  issues: RuleIssue[];
}

/** Names and values of options are the same whatever their case. */
export function foldOption(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/**
 * Gives the options of a product and their values ids and an order. Issues are relative to the body; the options
 * are good only when there are none.
 */
export function defineOptions(inputs: readonly OptionInput[], newId: () => string): OptionMatrix {
  const issues: RuleIssue[] = [];
  const names = new Set<string>();
  const options = inputs.map((input, index): MatrixOption => {
    const path = `options.${index}`;
    if (names.has(foldOption(input.name)))
      issues.push(ruleIssue(`${path}.name`, 'is the name of two options'));
    names.add(foldOption(input.name));
    if (input.values.length === 0) issues.push(ruleIssue(`${path}.values`, 'an option needs a value'));
    const seen = new Set<string>();
    const values = input.values.map(({ value, sortOrder }, place) => {
      if (seen.has(foldOption(value))) issues.push(ruleIssue(`${path}.values.${place}`, 'is there twice'));
      seen.add(foldOption(value));
      return { id: newId(), value, sortOrder: sortOrder ?? place };
    });
    return { id: newId(), name: input.name, sortOrder: input.sortOrder ?? index, values };
  });
  return { options, issues };
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
        ...under(`optionValues.${index}`, [ruleIssue('optionName', 'names no option of the product')]),
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
