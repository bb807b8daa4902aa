import { schedule, type Schedule } from '#workflows/_shared/schedule.js';
import { findLatePayments } from './payments.contract.js';

export const paymentsSchedules: readonly Schedule[] = [
  schedule({
    id: 'payments-late',
    spec: { cronExpressions: ['15 */6 * * *'], timezone: 'UTC' },
    contract: findLatePayments,
    // Each attempt is asked after several times, also when a run or two fell out.
    input: { youngerThanHours: 48 },
    note: 'Finds payments of orders that had been given up, and ends of refunds, whose webhooks were lost, every six hours',
  }),
];
