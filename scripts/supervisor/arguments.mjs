import { parseArgs } from 'node:util';
import { PlainError } from './plain-error.mjs';

/**
 * Reads the options of a command; `--help`, like any other that it does not have, gets those it has.
 * @template {NonNullable<import('node:util').ParseArgsConfig['options']>} T
 * @param {readonly string[]} args as in `['--seed', '7']`
 * @param {T} options as `parseArgs` of `node:util` takes them
 * @returns {ReturnType<typeof parseArgs<{ options: T }>>['values']}
 * @throws {PlainError} naming the option and all there are
 */
export function readArguments(args, options) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    // What node says after its first sentence is how to write an argument without a name; no command takes any.
    const [what] = error.message.split(/[.\n]/);
    const names = Object.keys(options).map((name) => `--${name}`);
    throw new PlainError(`${what}. Options: ${names.join(' ')}`);
  }
}

/**
 * @param {string} name of the option, without its dashes
 * @param {string} text as it was given
 * @param {number} least
 * @param {number} [most]
 * @returns {number}
 * @throws {PlainError} naming the option and its rule
 */
export function wholeNumber(name, text, least, most) {
  const value = Number(text);
  if (text.trim() !== '' && Number.isSafeInteger(value) && value >= least && value <= (most ?? value))
    return value;
  const range = most === undefined ? `from ${least} on` : `from ${least} to ${most}`;
  throw new PlainError(`--${name} takes a whole number ${range}, not ${JSON.stringify(text)}`);
}
