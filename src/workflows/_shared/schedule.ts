import type { Contract } from '#lib/workflow/contract.js';

/** A schedule of the engine, which starts a workflow at its times. */
export interface Schedule {
  id: string;
  spec: { cronExpressions: string[]; timezone: string };
  contract: Contract<never, unknown>;
  input: never;
  /** What it is for, shown in the web UI. */
  note: string;
}

/** Holds the input to the contract; the tables hold them all as one type. */
export function schedule<Input>(
  fields: Omit<Schedule, 'contract' | 'input'> & { contract: Contract<Input, unknown>; input: Input },
): Schedule {
  return fields as unknown as Schedule;
}
