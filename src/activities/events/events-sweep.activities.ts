import { heartbeat } from '@temporalio/activity';
import type { DeliveriesRepository } from '#db/events/deliveries.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import type { Container } from '#lib/container.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

type Deps = Pick<Container, 'unitOfWork' | 'clock' | 'logger'> & { deliveries: DeliveriesRepository };

export function createEventsSweepActivities({ unitOfWork, clock, logger, deliveries }: Deps) {
  return {
    /** Deletes delivered events and used idempotency keys that are of no use any more, some thousands at a time. */
    async sweepDeliveredEvents(input: { keepDays: number }): Promise<{ events: number; keys: number }> {
      const now = clock.now();
      const olderThan = new Date(now.getTime() - input.keepDays * DAY_MS);
      const ctx = systemContext({ name: 'events-sweep' }, now);
      const swept = { events: 0, keys: 0 };
      for (;;) {
        const events = await unitOfWork.run(ctx, (tx) => deliveries.sweepEvents(tx, olderThan));
        const keys = await unitOfWork.run(ctx, (tx) => deliveries.sweepIdempotencyKeys(tx));
        swept.events += events;
        swept.keys += keys;
        heartbeat(swept);
        if (events === 0 && keys === 0) break;
      }
      logger.info(swept, 'swept');
      return swept;
    },
  };
}

export type EventsSweepActivities = ReturnType<typeof createEventsSweepActivities>;
