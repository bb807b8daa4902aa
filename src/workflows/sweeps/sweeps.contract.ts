import { contract, entityIds } from '#lib/workflow/contract.js';
import type { QueueName } from '#lib/workflow/queues.js';

export interface SweepInput {
  /** As its feature names it: `accounts`, `events`, … */
  name: string;
  /** The queue whose workers have what the sweep needs. */
  queue: QueueName;
}

/**
 * Deletes rows or files that are of no use any more, for any feature: one run at a time for each sweep, started by its
 * schedule. Deleting again finds nothing. Returns how many of each kind were deleted.
 */
export const sweep = contract<SweepInput, Record<string, number>>()({
  name: 'sweep',
  ...entityIds<SweepInput>('sweep', ({ name }) => name),
  onRunning: 'join',
  onClosed: 'again',
  searchAttributes: () => ({}),
  summary: ({ name }) => `Delete expired data: ${name}`,
});
