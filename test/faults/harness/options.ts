import { randomInt } from 'node:crypto';
import { readArguments, wholeNumber } from '../../../scripts/supervisor/arguments.mjs';

export interface HarnessOptions {
  /** Decides the plan of faults and what the clients do. */
  seed: number;
  /** How many faults are injected. */
  faults: number;
  /** Time budget for injecting them; what is not injected by then is told. */
  minutes: number;
  /** Only these flows; all when empty. */
  flows: string[];
  /** Two APIs behind one address, two workers, two relays. */
  replicas: boolean;
  /** That, and the engine of production on the run's Postgres. */
  topology: boolean;
}

const DEFAULT_FAULTS = '100';
const DEFAULT_MINUTES = '25';

/** @throws PlainError with one line that names the option and its rule */
export function parseOptions(args: readonly string[]): HarnessOptions {
  const { seed, faults, minutes, flow, replicas, topology } = readArguments(args, {
    seed: { type: 'string', default: String(randomInt(1, 1_000_000)) },
    faults: { type: 'string', default: DEFAULT_FAULTS },
    minutes: { type: 'string', default: DEFAULT_MINUTES },
    flow: { type: 'string', multiple: true, default: [] },
    replicas: { type: 'boolean', default: false },
    topology: { type: 'boolean', default: false },
  });
  return {
    seed: wholeNumber('seed', seed, 0),
    faults: wholeNumber('faults', faults, 0),
    minutes: wholeNumber('minutes', minutes, 1),
    flows: flow,
    replicas: replicas || topology,
    topology,
  };
}
