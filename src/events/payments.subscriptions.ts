import { originOf } from '#domain/_shared/context.js';
import { paymentsEvents, type RefundRequested } from '#domain/payments/payments.events.js';
import { refundPayment, type RefundPaymentInput } from '#workflows/payments/payments.contract.js';
import { paymentLooksDue } from '#db/payments/payment-looks.repository.js';
import { drain, each, type Subscription } from './subscription.js';

export const paymentsSubscriptions: readonly Subscription[] = [
  each<RefundRequested, RefundPaymentInput>('payments-refund', [paymentsEvents.refundRequested], (event) => ({
    contract: refundPayment,
    input: { ...event.payload, origin: originOf(event) },
  })),
  drain('payments-looks', [], 'core', { due: () => paymentLooksDue }),
  // A buyer waits for the confirmation.
  drain('payments-webhooks', [paymentsEvents.webhookReceived], 'core', { gapMs: 200 }),
];
