import type { Schedule } from '#workflows/_shared/schedule.js';
import { sweepSchedule } from '#workflows/_shared/sweep-schedule.js';

export const invoicesSchedules: readonly Schedule[] = [
  sweepSchedule({
    id: 'commission-invoices',
    cron: '0 21 * * *',
    note: 'Issue the commission invoices of months that have ended, at 02:30 IST',
    sweep: { name: 'commission-invoices', queue: 'core' },
  }),
];
