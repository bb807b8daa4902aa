import type { Schedule } from '#workflows/_shared/schedule.js';
import { sweepSchedule } from '#workflows/_shared/sweep-schedule.js';

export const accountsSchedules: readonly Schedule[] = [
  sweepSchedule({
    id: 'accounts-sweep',
    cron: '0 22 * * *',
    note: 'Delete expired sessions, and guests without a session, at 03:30 IST',
    sweep: { name: 'accounts', queue: 'core' },
  }),
];
