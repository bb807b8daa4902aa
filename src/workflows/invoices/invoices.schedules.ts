import type { Schedule } from '#workflows/_shared/schedule.js';
import { sweepSchedule } from '#workflows/_shared/sweep-schedule.js';

export const invoicesSchedules: readonly Schedule[] = [
  sweepSchedule({
    id: 'commission-invoices',
    cron: '0 21 * * *',
    note: 'Issue the commission invoices of months that have ended, at 02:30 IST',
    sweep: { name: 'commission-invoices', queue: 'core' },
  }),
  sweepSchedule({
    id: 'invoices-unissued',
    cron: '40 * * * *',
    note: 'Issue invoices that a rule refused and that can be issued now, hourly',
    sweep: { name: 'invoices-unissued', queue: 'core' },
  }),
];
