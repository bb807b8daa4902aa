import type { Schedule } from '#workflows/_shared/schedule.js';
import { sweepSchedule } from '#workflows/_shared/sweep-schedule.js';

export const personalDataSchedules: readonly Schedule[] = [
  sweepSchedule({
    id: 'personal-data-sweep',
    cron: '20 22 * * *',
    note: 'Delete expired files of personal data, at 03:50 IST',
    sweep: { name: 'personal-data', queue: 'exports' },
  }),
  sweepSchedule({
    id: 'personal-data-erasures',
    cron: '10 * * * *',
    note: 'Start erasures again whose run was lost, every hour',
    sweep: { name: 'erasures', queue: 'core' },
  }),
];
