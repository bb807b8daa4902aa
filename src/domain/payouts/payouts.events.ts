import { defineEvent } from '#domain/_shared/event.js';

export interface PayoutEvent {
  payoutId: string;
  vendorId: string;
  amount: number;
}

export const payoutsEvents = {
  created: defineEvent<PayoutEvent>('payout.created', 'payout', 'A payout was created for a vendor'),
  paid: defineEvent<PayoutEvent & { reference: string }>('payout.paid', 'payout', 'A payout was paid'),
  failed: defineEvent<PayoutEvent & { reason: string }>(
    'payout.failed',
    'payout',
    'A payout failed, and its entries can be paid again',
  ),
};
