import { schedule, type Schedule } from '#workflows/_shared/schedule.js';
import { pollTracking } from './shipping.contract.js';

export const shippingSchedules: readonly Schedule[] = [
  schedule({
    id: 'shipping-poll-tracking',
    spec: { cronExpressions: ['20 * * * *'], timezone: 'UTC' },
    contract: pollTracking,
    input: { limit: 500 },
    note: 'Asks carriers about parcels without a scan, every hour',
  }),
];
