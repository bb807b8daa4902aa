import type { Schedule } from '#workflows/_shared/schedule.js';
import { sweepSchedule } from '#workflows/_shared/sweep-schedule.js';

export const inventorySchedules: readonly Schedule[] = [
  sweepSchedule({
    id: 'back-in-stock-sweep',
    cron: '25 22 * * *',
    note: 'Expire back-in-stock requests, delete ended ones, look again at variants in stock, at 03:55 IST',
    sweep: { name: 'back-in-stock', queue: 'core' },
  }),
];
