import type { Schedule } from '#workflows/_shared/schedule.js';
import { sweepSchedule } from '#workflows/_shared/sweep-schedule.js';

export const outboundWebhooksSchedules: readonly Schedule[] = [
  sweepSchedule({
    id: 'webhooks-sweep',
    cron: '25 21 * * *',
    note: 'Forget bodies of webhooks after 14 days, and delete deliveries after 90, at 02:55 IST',
    sweep: { name: 'webhooks', queue: 'core' },
  }),
];
