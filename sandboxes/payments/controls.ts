import { z } from 'zod';
import { type Controls, createControls } from '../_shared/controls.js';
import { type Faults, faultShape, noFaults } from '../_shared/faults.js';
import type { WebhookFaults } from './webhook-sender.js';

export interface PaymentControls extends Faults, Required<WebhookFaults> {
  /** Every new order is refused with 400. */
  refuseOrders: boolean;
  /** Every refund is refused with 400. */
  refuseRefunds: boolean;
  /** How a refund ends: at once, or pending first and then by webhook. */
  refundOutcome: 'processed' | 'pending_then_processed' | 'pending_then_failed';
  /** Payments stop at `authorized` and wait for a capture call. */
  manualCapture: boolean;
  /** What the gateway charges for a payment, without the tax on it. */
  feeBasisPoints: number;
  /** The amount of a dispute is taken when it is opened, and given back when it is won. */
  deductAtOnset: boolean;
  /** How old a movement is before a settlement carries it. */
  settlementDelaySeconds: number;
  /** The next so many calls are refused with 429. */
  limitNext: number;
  /** Lists give their first page repeatedly. */
  endlessLists: boolean;
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
  holdWebhooks: false,
  feeBasisPoints: 200,
  deductAtOnset: false,
  settlementDelaySeconds: 0,
  limitNext: 0,
  endlessLists: false,
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
    holdWebhooks: z.boolean(),
    feeBasisPoints: z.number().int().min(0).max(10_000),
    deductAtOnset: z.boolean(),
    settlementDelaySeconds: z.number().int().min(0),
    limitNext: z.number().int().min(0),
    endlessLists: z.boolean(),
  })
  .partial();

export function createPaymentControls(
  onChange?: (current: PaymentControls) => void,
): Controls<PaymentControls> {
  return createControls(initial, schema, onChange);
}
