import { defineFeature } from '#domain/_shared/feature.js';

export const jobsFeature = defineFeature({
  slug: 'jobs',
  text: 'Runs of workflows: what each waits for, why it failed, and cancelling.',
  permissions: {
    'job:read': 'Read background jobs and the deliveries of events',
    'job:cancel': 'Cancel and retry background jobs, retry or drop deliveries',
    'schedule:manage': 'Pause, resume and run schedules',
  },
  entities: ['job'],
});
