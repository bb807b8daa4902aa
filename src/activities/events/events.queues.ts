import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import { createDeliveriesRepository } from '#db/events/deliveries.repository.js';
import type { Platform } from '#operations/platform.js';
import { createEventsSweepActivities } from './events-sweep.activities.js';

export function createEventsQueues(platform: Platform): FeatureActivities {
  const deliveries = createDeliveriesRepository(platform.knex);
  const core = createEventsSweepActivities({ ...platform, deliveries });
  return {
    // The workflow of the release before starts the activity by its own name.
    queues: { core },
    sweeps: { core: { events: () => core.sweepDeliveredEvents({ keepDays: 7 }) } },
  };
}
