import type { Schedule } from '#workflows/_shared/schedule.js';
import { sweepSchedule } from '#workflows/_shared/sweep-schedule.js';

export const eventsSchedules: readonly Schedule[] = [
  sweepSchedule({
    id: 'events-sweep',
    cron: '30 21 * * *',
    note: 'Delete delivered events and used idempotency keys at 03:00 IST',
    sweep: { name: 'events', queue: 'core' },
  }),
];
