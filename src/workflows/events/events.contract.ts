import { contract, entityIds } from '#lib/workflow/contract.js';

export interface DrainInput {
  /** The subscription to work off, as named in the table of subscriptions. */
  subscription: string;
  /** The queue whose workers have what its handler needs. */
  taskQueue: string;
}

/**
 * Works off the due deliveries of one subscription, in batches. Started by the relay for as long as something is due,
 * which joins a run that is there; ends when nothing is due. Idempotent because a delivery is marked in the database once it is handled.
 */
export const drainDeliveries = contract<DrainInput>()({
  name: 'drainDeliveries',
  ...entityIds<DrainInput>('drain', (input) => input.subscription),
  onRunning: 'join',
  onClosed: 'again',
  searchAttributes: () => ({}),
  summary: (input) => `Deliver events to ${input.subscription}`,
});

export interface SweepEventsInput {
  /** Delivered events younger than this stay, for an operator to look at. */
  keepDays: number;
}

/**
 * Deletes what nobody waits for any more: delivered events and used idempotency keys. Started by its schedule once a
 * day; deleting again finds nothing.
 */
export const sweepEvents = contract<SweepEventsInput>()({
  name: 'sweepEvents',
  id: () => 'events-sweep',
  parseId: () => null,
  onRunning: 'join',
  onClosed: 'again',
  searchAttributes: () => ({}),
  summary: ({ keepDays }) => `Delete delivered events older than ${keepDays} days`,
});
