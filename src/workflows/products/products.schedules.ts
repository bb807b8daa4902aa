import type { Schedule } from '#workflows/_shared/schedule.js';
import { sweepSchedule } from '#workflows/_shared/sweep-schedule.js';

export const productsSchedules: readonly Schedule[] = [
  sweepSchedule({
    id: 'products-html-sweep',
    cron: '15 22 * * *',
    note: 'Clean HTML that older versions stored as it was sent, and delete originals after 30 days, at 03:45 IST',
    sweep: { name: 'products-html', queue: 'indexing' },
  }),
];
