import { schedule, type Schedule } from '#workflows/_shared/schedule.js';
import { sweepSchedule } from '#workflows/_shared/sweep-schedule.js';
import { pollTracking } from './shipping.contract.js';

export const shippingSchedules: readonly Schedule[] = [
  schedule({
    id: 'shipping-poll-tracking',
    spec: { cronExpressions: ['20 * * * *'], timezone: 'UTC' },
    contract: pollTracking,
    input: { limit: 500 },
    note: 'Asks carriers about parcels without a scan, every hour',
  }),
  sweepSchedule({
    id: 'order-documents-sweep',
    cron: '45 22 * * *',
    note: 'Delete pick lists and packing slips that are older than seven days, at 04:15 IST',
    sweep: { name: 'order-documents', queue: 'core' },
  }),
];
