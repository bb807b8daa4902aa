import type { Schedule } from '#workflows/_shared/schedule.js';
import { sweepSchedule } from '#workflows/_shared/sweep-schedule.js';

export const reportsSchedules: readonly Schedule[] = [
  sweepSchedule({
    id: 'report-exports-sweep',
    cron: '15 22 * * *',
    note: 'Delete files of expired report exports that their runs have left behind, at 03:45 IST',
    sweep: { name: 'report-exports', queue: 'exports' },
  }),
];
