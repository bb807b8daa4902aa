import type { Contract } from '#lib/workflow/contract.js';
import { sweepAccounts } from './accounts/accounts.contract.js';
import { sweepEvents } from './events/events.contract.js';
import { findLatePayments } from './payments/payments.contract.js';
import { sweepUploads } from './product-imports/product-imports.contract.js';

/** A schedule of the engine, which starts a workflow at its times. */
export interface Schedule {
  id: string;
  spec: { cronExpressions: string[]; timezone: string };
  contract: Contract<never, unknown>;
  input: never;
  /** What it is for, shown in the web UI. */
  note: string;
}

/** Holds the input to the contract; the table holds them all as one type. */
function schedule<Input>(
  fields: Omit<Schedule, 'contract' | 'input'> & { contract: Contract<Input, unknown>; input: Input },
): Schedule {
  return fields as unknown as Schedule;
}

/** Everything that runs by the clock. */
export const schedules: readonly Schedule[] = [
  schedule({
    id: 'accounts-sweep',
    spec: { cronExpressions: ['0 22 * * *'], timezone: 'UTC' },
    contract: sweepAccounts,
    // A session ends thirty days after its last use, and with it the way back to the cart.
    input: { keepGuestDays: 30 },
    note: 'Deletes expired sessions, and guests whom none leads back to, at half past three in the Indian morning',
  }),
  schedule({
    id: 'events-sweep',
    spec: { cronExpressions: ['30 21 * * *'], timezone: 'UTC' },
    contract: sweepEvents,
    input: { keepDays: 7 },
    note: 'Deletes delivered events and used idempotency keys, at three in the Indian morning',
  }),
  schedule({
    id: 'payments-late',
    spec: { cronExpressions: ['15 */6 * * *'], timezone: 'UTC' },
    contract: findLatePayments,
    // Each attempt is asked after several times, also when a run or two fell out.
    input: { youngerThanHours: 48 },
    note: 'Finds payments of orders that had been given up, and ends of refunds, whose webhooks were lost, every six hours',
  }),
  schedule({
    id: 'product-imports-sweep',
    spec: { cronExpressions: ['45 21 * * *'], timezone: 'UTC' },
    contract: sweepUploads,
    input: { olderThanHours: 24 },
    note: 'Deletes product files whose upload broke off, at a quarter past three in the Indian morning',
  }),
];
