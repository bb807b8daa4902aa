import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

export interface HarnessOptions {
  /** Decides the plan of faults and what the clients do. */
  seed: number;
  /** How many faults are injected. */
  faults: number;
  /** Time budget for injecting them; what is not injected by then is told. */
  minutes: number;
  /** Only these flows; all when empty. */
  flows: string[];
}

const DEFAULT_FAULTS = 100;
const DEFAULT_MINUTES = 25;

/** @throws Error with one line that names the option and its rule */
export function parseOptions(args: readonly string[]): HarnessOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string' },
      faults: { type: 'string' },
      minutes: { type: 'string' },
      flow: { type: 'string', multiple: true },
    },
  });
  return {
    seed: whole('--seed', values.seed, randomInt(1, 1_000_000), 0),
    faults: whole('--faults', values.faults, DEFAULT_FAULTS, 0),
    minutes: whole('--minutes', values.minutes, DEFAULT_MINUTES, 1),
    flows: values.flow ?? [],
  };
}

function whole(name: string, text: string | undefined, fallback: number, least: number): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new Error(`${name} must be a whole number from ${least} on`);
}
