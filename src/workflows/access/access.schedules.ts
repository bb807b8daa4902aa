import type { Schedule } from '#workflows/_shared/schedule.js';
import { sweepSchedule } from '#workflows/_shared/sweep-schedule.js';

export const accessSchedules: readonly Schedule[] = [
  sweepSchedule({
    id: 'access-money-acts',
    cron: '30 19 * * *',
    note: 'Mail the sums of refunds by hand and payouts marked as paid to the superAdmins, at 01:00 IST',
    sweep: { name: 'money-acts', queue: 'core' },
  }),
];
