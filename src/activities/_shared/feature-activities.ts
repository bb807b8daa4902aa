import type { DrainHandler, DrainPass } from '#activities/events/events.activities.js';
import type { Sweep } from '#activities/sweeps/sweeps.activities.js';
import type { QueueName } from '#lib/workflow/queues.js';

/** What a feature gives to the workers, exported by its `<slug>.queues.ts`. */
export interface FeatureActivities {
  /** Its activities, by the queue that they run on. */
  queues?: Partial<Record<QueueName, object>>;
  /** Its drains, by the name of their subscription; they run wherever that says. */
  drains?: Readonly<Record<string, DrainHandler>>;
  /** The passes of its drains over their own rows, by the same names. */
  passes?: Readonly<Record<string, DrainPass>>;
  /** What it deletes by the clock, by the queue and the name that its schedule says. */
  sweeps?: Partial<Record<QueueName, Readonly<Record<string, Sweep>>>>;
  /** Done once by each process that has taken up a queue; a failure is logged. */
  started?: Partial<Record<QueueName, () => Promise<void>>>;
  /** Ends what it keeps open: browsers, connections. */
  close?(): void | Promise<void>;
}
