import { foldOption } from '#domain/products/option.js';
import { quoted } from './cell-values.js';

const MAX_OPTION_LENGTH = 255;

export interface OptionProblem {
  /** Which of the three options, from 1, and which of its two cells. */
  option: number;
  cell: 'Name' | 'Value';
  reason: string;
}

type Resolved<T> = { value: T; problem?: undefined } | { problem: OptionProblem; value?: undefined };

function sameText(a: string, b: string): boolean {
  return foldOption(a) === foldOption(b);
}

/** The identity of a variant within its product: its option values in order, whatever their case. */
export function combinationKey(optionValues: readonly string[]): string {
  return JSON.stringify(optionValues.map(foldOption));
}

/** For a sentence: `Small / Red`. */
export function combinationLabel(optionValues: readonly string[]): string {
  return optionValues.join(' / ');
}

/** The format writes a product without options as one option `Title` with the value `Default Title`. */
function isPlaceholder(name: string, value: string): boolean {
  return (name === '' || sameText(name, 'Title')) && sameText(value, 'Default Title');
}

/** Reads the option names of a product from its first row, given the three names and values of that row. */
export function resolveOptionNames(names: readonly string[], values: readonly string[]): Resolved<string[]> {
  const rest = [...names.slice(1), ...values.slice(1)];
  if (isPlaceholder(names[0] ?? '', values[0] ?? '') && rest.every((text) => text === ''))
    return { value: [] };

  const found: string[] = [];
  for (const [index, name] of names.entries()) {
    const problem = nameProblem(name, values[index] ?? '', index, found);
    if (problem !== undefined) return { problem: { option: index + 1, cell: 'Name', reason: problem } };
    if (name !== '') found.push(name);
  }
  return { value: found };
}

function nameProblem(
  name: string,
  value: string,
  index: number,
  found: readonly string[],
): string | undefined {
  if (name === '') {
    return value === '' ? undefined : `The value ${quoted(value)} belongs to an option without a name.`;
  }
  if (found.length < index) return `Option ${index + 1} has a name, but the one before it has none.`;
  if (name.length > MAX_OPTION_LENGTH)
    return `The name of an option is longer than ${MAX_OPTION_LENGTH} characters.`;
  if (found.some((other) => sameText(other, name)))
    return `Two options of this product are called ${quoted(name)}.`;
  return undefined;
}

/** Reads the option values of a variant, one for each option of its product. */
export function resolveOptionValues(
  optionNames: readonly string[],
  row: { names: readonly string[]; values: readonly string[] },
): Resolved<string[]> {
  const { names, values } = row;
  if (optionNames.length === 0 && isPlaceholder(names[0] ?? '', values[0] ?? '')) return { value: [] };

  for (const [index, value] of values.entries()) {
    const expected = optionNames[index];
    const name = names[index] ?? '';
    const at = (cell: 'Name' | 'Value', reason: string): { problem: OptionProblem } => ({
      problem: { option: index + 1, cell, reason },
    });
    if (name !== '' && expected !== undefined && !sameText(name, expected)) {
      return at(
        'Name',
        `The first row of this product calls this option ${quoted(expected)}, not ${quoted(name)}.`,
      );
    }
    if (expected === undefined && (value !== '' || name !== '')) {
      return at('Value', `The first row of this product has no option ${index + 1}.`);
    }
    if (expected !== undefined && value === '') {
      return at('Value', `The variant needs a value for the option ${quoted(expected)}.`);
    }
    if (value.length > MAX_OPTION_LENGTH) {
      return at('Value', `The value of an option is longer than ${MAX_OPTION_LENGTH} characters.`);
    }
  }
  return { value: values.slice(0, optionNames.length) };
}
