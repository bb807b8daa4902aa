import { schedule, type Schedule } from '#workflows/_shared/schedule.js';
import { sweepAccounts } from './accounts.contract.js';

export const accountsSchedules: readonly Schedule[] = [
  schedule({
    id: 'accounts-sweep',
    spec: { cronExpressions: ['0 22 * * *'], timezone: 'UTC' },
    contract: sweepAccounts,
    // A session ends thirty days after its last use, and with it the way back to the cart.
    input: { keepGuestDays: 30 },
    note: 'Deletes expired sessions, and guests whom none leads back to, at half past three in the Indian morning',
  }),
];
