import { createDueDrains } from '#events/due-drains.js';
import { subscriptions } from '#events/subscriptions.js';
import { type QueueName, queueNames } from '#lib/workflow/queues.js';
import type { Platform } from '#operations/platform.js';
import { createEventsActivities } from '#activities/events/events.activities.js';
import { featureQueues } from '#activities/feature-queues.js';
import { createSweepsActivities, type Sweep } from '#activities/sweeps/sweeps.activities.js';

/** Queues on which a subscription is drained. */
const drained = new Set(subscriptions.flatMap((item) => (item.kind === 'drain' ? [item.taskQueue] : [])));

/** The activities of each task queue. A worker serves the queues of its roles. */
export function createActivities(platform: Platform) {
  const parts = featureQueues.map((create) => create(platform));
  const handlers = Object.assign({}, ...parts.map(({ drains }) => drains));
  const passes = Object.assign({}, ...parts.map((part) => part.passes));
  const dueDrains = createDueDrains({ ...platform, subscriptions });
  const drains = createEventsActivities({ ...platform, handlers, passes, dueDrains });
  const sweepsOf = (queue: QueueName): object => {
    const sweeps = Object.assign({}, ...parts.map((part) => part.sweeps?.[queue])) as Record<string, Sweep>;
    return Object.keys(sweeps).length > 0 ? createSweepsActivities({ sweeps }) : {};
  };
  const activitiesOf = (queue: QueueName): object =>
    Object.assign(
      sweepsOf(queue),
      drained.has(queue) ? drains : {},
      ...parts.map(({ queues }) => queues?.[queue]),
    );
  return {
    queues: Object.fromEntries(queueNames.map((queue) => [queue, activitiesOf(queue)])) as Record<
      QueueName,
      object
    >,
    /** What features do in a process that has taken up a queue. */
    startedOn: (queue: QueueName) => parts.flatMap(({ started }) => started?.[queue] ?? []),
    async close(): Promise<void> {
      for (const part of parts) await part.close?.();
    },
  };
}
