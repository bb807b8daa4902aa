import { defineFeature } from '#domain/_shared/feature.js';

export const eventsFeature = defineFeature({
  slug: 'events',
  text: 'Deliveries of events that wait or failed, and their repetition.',
  entities: ['outboxEvent'],
  remedies: {
    drainDeliveries: {
      text: 'Retry or drop the parked deliveries; the relay starts the loop again when rows are due.',
      retry: { way: 'never' },
    },
    sweepEvents: {
      text: 'Nothing is lost: the next scheduled run deletes what this one left.',
      retry: { way: 'never' },
    },
  },
});
