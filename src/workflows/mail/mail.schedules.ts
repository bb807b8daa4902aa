import type { Schedule } from '#workflows/_shared/schedule.js';
import { sweepSchedule } from '#workflows/_shared/sweep-schedule.js';

export const mailSchedules: readonly Schedule[] = [
  sweepSchedule({
    id: 'mail-sweep',
    cron: '15 22 * * *',
    note: 'Forget what old mails said, and delete mails after 400 days, at 03:45 IST',
    sweep: { name: 'mail', queue: 'core' },
  }),
];
