import { activityInfo, cancellationSignal, heartbeat } from '@temporalio/activity';
import type { DueDelivery, EventsRepository } from '#db/events/events.repository.js';
import type { Logger } from '#lib/logger.js';

/** Rows a round takes: one activity for all of them, where a workflow each would cost fifty milliseconds of CPU. */
const BATCH = 500;

/** What became of one delivery; without an error it is delivered. */
export interface DeliveryOutcome {
  id: number;
  error?: string;
}

/**
 * Handles a batch of deliveries of one subscription. A delivery may come twice (a worker that died after handling it,
 * before marking it), so handlers are idempotent. An error thrown fails the whole batch, an outcome only its row.
 */
export type DrainHandler = (
  deliveries: DueDelivery[],
  /** `signal` aborts when the batch is to end early; what has no outcome then is taken again. */
  control: { heartbeat: () => void; signal: AbortSignal },
) => Promise<DeliveryOutcome[]>;

export function createEventsActivities(deps: {
  events: EventsRepository;
  handlers: Record<string, DrainHandler>;
  logger: Logger;
  stopping: AbortSignal;
}) {
  return {
    /** Takes what is due of a subscription, handles it, and says how much that was. */
    async drainBatch(input: { subscription: string }): Promise<{ taken: number; failed: number }> {
      const handler = deps.handlers[input.subscription];
      if (!handler)
        throw new Error(`No handler is registered for ${input.subscription} on ${activityInfo().taskQueue}`);
      const due = await deps.events.takeBatch(input.subscription, BATCH);
      if (due.length === 0) return { taken: 0, failed: 0 };
      const beat = setInterval(() => heartbeat(), 3_000);
      const signal = AbortSignal.any([cancellationSignal(), deps.stopping]);
      try {
        const outcomes = await handler(due, { heartbeat: () => heartbeat(), signal });
        const failed = outcomes.flatMap(({ id, error }) => (error === undefined ? [] : [{ id, error }]));
        const failedIds = new Set(failed.map((one) => one.id));
        await deps.events.markDelivered(outcomes.map((one) => one.id).filter((id) => !failedIds.has(id)));
        await deps.events.markFailed(failed);
        return { taken: outcomes.length, failed: failed.length };
      } finally {
        clearInterval(beat);
      }
    },
  };
}

export type EventsActivities = ReturnType<typeof createEventsActivities>;
