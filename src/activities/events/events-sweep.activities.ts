import { sweepRows } from '#activities/_shared/sweep-rows.js';
import type { DeliveriesRepository, SweptUntil } from '#db/events/deliveries.repository.js';
import type { Platform } from '#operations/platform.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

type Deps = Pick<Platform, 'unitOfWork' | 'clock' | 'logger'> & { deliveries: DeliveriesRepository };

export function createEventsSweepActivities(deps: Deps) {
  const { clock, deliveries } = deps;
  return {
    /** Deletes delivered events and used idempotency keys that are of no use any more. */
    async sweepDeliveredEvents(input: { keepDays: number }): Promise<{ events: number; keys: number }> {
      const olderThan = new Date(clock.now().getTime() - input.keepDays * DAY_MS);
      let after: SweptUntil | null = null;
      return sweepRows(deps, 'events-sweep', {
        // Batches of which everything stays are passed over; a batch whose transaction is repeated waits for the next sweep.
        async events(tx) {
          for (;;) {
            const { deleted, last } = await deliveries.sweepEvents(tx, olderThan, after);
            after = last ?? after;
            if (deleted > 0 || !last) return deleted;
          }
        },
        keys: (tx) => deliveries.sweepIdempotencyKeys(tx),
      });
    },
  };
}

export type EventsSweepActivities = ReturnType<typeof createEventsSweepActivities>;
