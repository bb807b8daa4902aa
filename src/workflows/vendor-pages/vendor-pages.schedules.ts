import type { Schedule } from '#workflows/_shared/schedule.js';
import { sweepSchedule } from '#workflows/_shared/sweep-schedule.js';

export const vendorPagesSchedules: readonly Schedule[] = [
  sweepSchedule({
    id: 'vendor-pages-digests',
    cron: '30 4 * * 1',
    note: 'Write to followers of vendors what is new, on Mondays at 10:00 in India',
    sweep: { name: 'vendor-pages-digests', queue: 'core' },
  }),
];
