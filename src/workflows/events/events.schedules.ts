import { schedule, type Schedule } from '#workflows/_shared/schedule.js';
import { sweepEvents } from './events.contract.js';

export const eventsSchedules: readonly Schedule[] = [
  schedule({
    id: 'events-sweep',
    spec: { cronExpressions: ['30 21 * * *'], timezone: 'UTC' },
    contract: sweepEvents,
    input: { keepDays: 7 },
    note: 'Deletes delivered events and used idempotency keys, at three in the Indian morning',
  }),
];
