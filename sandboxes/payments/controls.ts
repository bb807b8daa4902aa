import { z } from 'zod';
import { type Controls, createControls } from '../_shared/controls.js';
import { type Faults, faultShape, noFaults } from '../_shared/faults.js';
import type { WebhookFaults } from './webhook-sender.js';

export interface PaymentControls extends Faults, WebhookFaults {
  /** Every new order is refused with 400. */
  refuseOrders: boolean;
  /** Every refund is refused with 400. */
  refuseRefunds: boolean;
  /** How a refund ends: at once, or pending first and then by webhook. */
  refundOutcome: 'processed' | 'pending_then_processed' | 'pending_then_failed';
  /** Payments stop at `authorized` and wait for a capture call. */
  manualCapture: boolean;
}

const initial: PaymentControls = {
  ...noFaults,
  duplicateWebhooks: false,
  shuffle: false,
  dropWebhooks: false,
  refuseOrders: false,
  refuseRefunds: false,
  refundOutcome: 'processed',
  manualCapture: false,
};

const schema: z.ZodType<Partial<PaymentControls>> = z
  .strictObject({
    ...faultShape,
    duplicateWebhooks: z.boolean(),
    shuffle: z.boolean(),
    dropWebhooks: z.boolean(),
    refuseOrders: z.boolean(),
    refuseRefunds: z.boolean(),
    refundOutcome: z.enum(['processed', 'pending_then_processed', 'pending_then_failed']),
    manualCapture: z.boolean(),
  })
  .partial();

export function createPaymentControls(): Controls<PaymentControls> {
  return createControls(initial, schema);
}
