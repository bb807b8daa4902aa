import { defineEvent } from '#domain/_shared/event.js';

export interface PayoutEvent {
  payoutId: string;
  vendorId: string;
  amount: number;
}

export interface PayoutTransferEvent {
  payoutId: string;
  vendorId: string;
}

export interface AccountTestEvent {
  accountId: string;
  vendorId: string;
}

export interface PayoutRunRequested {
  runId: string;
  /** ISO instant. */
  until: string;
  minimum: number;
}

export const payoutsEvents = {
  created: defineEvent<PayoutEvent>('payout.created', 'payout', 'A payout was created for a vendor'),
  paid: defineEvent<PayoutEvent & { reference: string }>('payout.paid', 'payout', 'A payout was paid', {
    webhook: true,
  }),
  failed: defineEvent<PayoutEvent & { reason: string }>(
    'payout.failed',
    'payout',
    'A payout failed, and its entries can be paid again',
  ),
  transferRequested: defineEvent<PayoutTransferEvent>(
    'payout.transfer_requested',
    'payout',
    'A payout may be sent by its provider',
  ),
  transferReported: defineEvent<PayoutTransferEvent>(
    'payout.transfer_reported',
    'payout',
    'A provider sent a webhook about a payout',
  ),
  runRequested: defineEvent<PayoutRunRequested>(
    'payout.run_requested',
    'payoutRun',
    'An operator started a payout run over all vendors',
  ),
  bankChanged: defineEvent<{ vendorId: string; keys: string[] }>(
    'payout.bank_changed',
    'vendor',
    'A vendor changed its bank details, and its payouts are on hold',
  ),
  accountTestRequested: defineEvent<AccountTestEvent>(
    'payout.account_test_requested',
    'payoutAccount',
    'Changed bank details of a vendor are to be verified',
  ),
  accountTestReported: defineEvent<AccountTestEvent>(
    'payout.account_test_reported',
    'payoutAccount',
    'A provider sent a webhook about a test transfer',
  ),
};
