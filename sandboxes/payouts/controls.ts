import { z } from 'zod';
import { type Controls, createControls } from '../_shared/controls.js';
import { type Faults, faultShape, noFaults } from '../_shared/faults.js';
import type { WebhookFaults } from '../payments/webhook-sender.js';
import { payoutStatuses, type PayoutStatus } from './payout-book.js';

export interface PayoutControls extends Faults, WebhookFaults {
  /** The statuses that a new payout goes through, the first in its response. */
  course: PayoutStatus[];
  /** Every new payout is refused with 400. */
  refusePayouts: boolean;
  /** Every fund account is refused with 400; or `known`, those that were accepted before. */
  refuseAccounts: boolean | 'known';
  /** HTTP statuses of the next responses to a new payout, which create nothing. */
  respondNext: number[];
  /** So many lists of payouts do not show what was just created: they read a copy that is behind. */
  hideNext: number;
}

const initial: PayoutControls = {
  ...noFaults,
  duplicateWebhooks: false,
  shuffle: false,
  dropWebhooks: false,
  course: ['processing', 'processed'],
  refusePayouts: false,
  refuseAccounts: false,
  respondNext: [],
  hideNext: 0,
};

const schema: z.ZodType<Partial<PayoutControls>> = z
  .strictObject({
    ...faultShape,
    duplicateWebhooks: z.boolean(),
    shuffle: z.boolean(),
    dropWebhooks: z.boolean(),
    course: z.array(z.enum(payoutStatuses)).min(1).max(10),
    refusePayouts: z.boolean(),
    refuseAccounts: z.union([z.boolean(), z.literal('known')]),
    respondNext: z.array(z.int().min(400).max(599)).max(100),
    hideNext: z.int().min(0),
  })
  .partial();

export function createPayoutControls(): Controls<PayoutControls> {
  return createControls(initial, schema);
}
