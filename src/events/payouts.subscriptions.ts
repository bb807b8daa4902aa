import { payoutStatements } from '#db/payouts/statements-tables.js';
import { originOf } from '#domain/_shared/context.js';
import {
  type AccountTestEvent,
  type PayoutRunRequested,
  payoutsEvents,
  type PayoutTransferEvent,
} from '#domain/payouts/payouts.events.js';
import {
  payOutVendors,
  type PayOutVendorsInput,
  sendPayout,
  type SendPayoutInput,
  transferReportedSignal,
  verifyPayoutAccount,
  type VerifyPayoutAccountInput,
} from '#workflows/payouts/payouts.contract.js';
import { drain, each, type Subscription } from './subscription.js';

export const payoutsSubscriptions: readonly Subscription[] = [
  each<PayoutRunRequested, PayOutVendorsInput>('payouts-run', [payoutsEvents.runRequested], (event) => ({
    contract: payOutVendors,
    input: { ...event.payload, origin: originOf(event) },
  })),
  each<PayoutTransferEvent, SendPayoutInput>(
    'payouts-transfer',
    [payoutsEvents.transferRequested, payoutsEvents.transferReported],
    (event) => ({
      contract: sendPayout,
      input: { ...event.payload, origin: originOf(event) },
      signal: { name: transferReportedSignal.name, args: [] },
    }),
  ),
  each<AccountTestEvent, VerifyPayoutAccountInput>(
    'payouts-account',
    [payoutsEvents.accountTestRequested, payoutsEvents.accountTestReported],
    (event) => ({
      contract: verifyPayoutAccount,
      input: { ...event.payload, origin: originOf(event) },
      signal: { name: transferReportedSignal.name, args: [] },
    }),
  ),
  drain('payout-statements', [], 'documents', {
    due: () => payoutStatements.due,
    backlog: payoutStatements,
  }),
];
