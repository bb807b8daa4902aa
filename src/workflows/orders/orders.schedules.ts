import type { Schedule } from '#workflows/_shared/schedule.js';
import { sweepSchedule } from '#workflows/_shared/sweep-schedule.js';

export const ordersSchedules: readonly Schedule[] = [
  sweepSchedule({
    id: 'order-counts',
    cron: '*/5 * * * *',
    note: 'Add the changes of the order counts up, every five minutes',
    sweep: { name: 'order-counts', queue: 'core' },
  }),
];
