import type { Repeatable } from '#domain/_shared/repeatable.js';
import { defineEvent } from '#domain/_shared/event.js';

export interface RefundRequested extends Repeatable {
  refundId: string;
  orderId: string;
  orderNumber: string;
}

export const paymentsEvents = {
  webhookReceived: defineEvent<{ providerId: string }>(
    'payment.webhook_received',
    'paymentWebhook',
    'A payment provider reported a payment or refund; the entity is the stored event',
  ),
  refundRequested: defineEvent<RefundRequested>(
    'payment.refund_requested',
    'refund',
    'Money has to go back to the buyer',
  ),
};
