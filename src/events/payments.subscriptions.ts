import { repeatSignal } from '#workflows/_shared/requests.js';
import { originOf } from '#domain/_shared/context.js';
import { paymentsEvents, type RefundRequested } from '#domain/payments/payments.events.js';
import { refundPayment, type RefundPaymentInput } from '#workflows/payments/payments.contract.js';
import { paymentLooksDue } from '#db/payments/payment-looks.repository.js';
import { drain, each, type Subscription } from './subscription.js';

export const paymentsSubscriptions: readonly Subscription[] = [
  each<RefundRequested, RefundPaymentInput>('payments-refund', [paymentsEvents.refundRequested], (event) => {
    const { refundId, orderId, orderNumber, request } = event.payload;
    return {
      contract: refundPayment,
      input: {
        refundId,
        orderId,
        orderNumber,
        ...(request !== undefined && { request }),
        origin: originOf(event),
      },
      ...repeatSignal(event.payload),
    };
  }),
  drain('payments-looks', [], 'core', { due: () => paymentLooksDue }),
  // A buyer waits for the confirmation.
  drain('payments-webhooks', [paymentsEvents.webhookReceived], 'core', { gapMs: 200 }),
];
