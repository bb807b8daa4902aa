import { contract, entityIds } from '#lib/workflow/contract.js';
import type { QueueName } from '#lib/workflow/queues.js';

export interface SweepInput {
  /** As its feature names it: `accounts`, `events`, … */
  name: string;
  /** The queue whose workers have what the sweep needs. */
  queue: QueueName;
}

/**
 * What a feature does by the clock and needs no separate workflow for: deletes rows or files that are of no use any more,
 * issues the invoices of a month. One run at a time for each sweep, started by its schedule; a repeat finds nothing to do.
 * Returns how many of each kind were handled.
 */
export const sweep = contract<SweepInput, Record<string, number>>()({
  name: 'sweep',
  ...entityIds<SweepInput>('sweep', ({ name }) => name),
  onRunning: 'join',
  onClosed: 'again',
  searchAttributes: () => ({}),
  summary: ({ name }) => `Scheduled run: ${name}`,
});
