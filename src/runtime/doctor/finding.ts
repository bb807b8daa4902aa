/** Something that two places do not agree on. */
export interface Finding {
  /** What was compared: `platform`, `engine`, `payments`, `shipments`, `documents`, `search`, `feeds`. */
  check: string;
  /** In words, with what is on each side. */
  problem: string;
  /** Of rows, runs or files, 20 at most. */
  ids: string[];
  /** How many there are. */
  count: number;
  /** What to run or call. */
  command: string;
  /** Whether `--fix` does it: it redelivers and requests again, and never moves money or goods. */
  fixable: boolean;
}

const NAMED = 20;

/** A finding, or none where there are no ids. */
export function findingOf(ids: readonly string[], finding: Omit<Finding, 'ids' | 'count'>): Finding[] {
  return ids.length === 0 ? [] : [{ ...finding, ids: ids.slice(0, NAMED), count: ids.length }];
}
