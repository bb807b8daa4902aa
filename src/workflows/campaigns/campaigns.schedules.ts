import type { Schedule } from '#workflows/_shared/schedule.js';
import { sweepSchedule } from '#workflows/_shared/sweep-schedule.js';

export const campaignsSchedules: readonly Schedule[] = [
  sweepSchedule({
    id: 'campaigns-sweep',
    cron: '20 22 * * *',
    note: 'Forget the addresses of recipients after 180 days, at 03:50 IST',
    sweep: { name: 'campaigns', queue: 'core' },
  }),
];
