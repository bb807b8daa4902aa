import { schedule, type Schedule } from '#workflows/_shared/schedule.js';
import { remindAbandonedCarts } from './abandoned-carts.contract.js';

export const abandonedCartsSchedules: readonly Schedule[] = [
  schedule({
    id: 'abandoned-carts-remind',
    spec: { cronExpressions: ['*/5 * * * *'], timezone: 'UTC' },
    contract: remindAbandonedCarts,
    input: {},
    note: 'Send reminders of abandoned carts that are due, every five minutes',
  }),
];
