import { payoutStatements } from '#db/payouts/statements-tables.js';
import { originOf } from '#domain/_shared/context.js';
import { type PayoutRunRequested, payoutsEvents } from '#domain/payouts/payouts.events.js';
import { payOutVendors, type PayOutVendorsInput } from '#workflows/payouts/payouts.contract.js';
import { drain, each, type Subscription } from './subscription.js';

export const payoutsSubscriptions: readonly Subscription[] = [
  each<PayoutRunRequested, PayOutVendorsInput>('payouts-run', [payoutsEvents.runRequested], (event) => ({
    contract: payOutVendors,
    input: { ...event.payload, origin: originOf(event) },
  })),
  drain('payout-statements', [], 'documents', {
    due: () => payoutStatements.due,
    backlog: payoutStatements,
  }),
];
