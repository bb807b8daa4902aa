import { z } from 'haat/plugin';

/** Shapes of the Razorpay v1 API: only what we read, unknown keys pass. Amounts are subunits, times epoch seconds. */

/** Notes come back as `[]` when there are none. */
const notes = z
  .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
  .nullish()
  .transform((value): Record<string, unknown> => (value && !Array.isArray(value) ? value : {}));

const epochSeconds = z.number().int().nonnegative();

export const razorpayOrder = z.object({
  id: z.string().min(1),
  amount: z.number().int(),
  currency: z.string(),
  status: z.string(),
});

export const razorpayOrderList = z.object({ items: z.array(razorpayOrder) });

export const razorpayPayment = z.object({
  id: z.string().min(1),
  order_id: z.string().nullish(),
  amount: z.number().int(),
  currency: z.string(),
  status: z.string(),
  captured: z.boolean().nullish(),
  /** The fee with the tax on it, which `tax` repeats; null until the payment is captured. */
  fee: z.number().int().nullish(),
  tax: z.number().int().nullish(),
  notes,
  error_description: z.string().nullish(),
  error_reason: z.string().nullish(),
  created_at: epochSeconds,
});
export type RazorpayPayment = z.infer<typeof razorpayPayment>;

export const razorpayPaymentList = z.object({ items: z.array(razorpayPayment) });

export const razorpayRefund = z.object({
  id: z.string().min(1),
  payment_id: z.string(),
  amount: z.number().int(),
  currency: z.string().nullish(),
  status: z.enum(['pending', 'processed', 'failed']),
  notes,
  created_at: epochSeconds.nullish(),
});
export type RazorpayRefund = z.infer<typeof razorpayRefund>;

export const razorpayRefundList = z.object({ items: z.array(razorpayRefund) });

export const razorpayDispute = z.object({
  id: z.string().min(1),
  payment_id: z.string().min(1),
  amount: z.number().int(),
  currency: z.string(),
  /** What has left the balance, in all phases together. */
  amount_deducted: z.number().int().nullish(),
  reason_code: z.string().nullish(),
  respond_by: epochSeconds.nullish(),
  status: z.enum(['open', 'under_review', 'won', 'lost', 'closed']),
  created_at: epochSeconds,
});
export type RazorpayDispute = z.infer<typeof razorpayDispute>;

export const razorpayDisputeList = z.object({ items: z.array(razorpayDispute) });

export const razorpayDocument = z.object({ id: z.string().min(1) });

export const razorpaySettlement = z.object({
  id: z.string().min(1),
  amount: z.number().int(),
  currency: z.string().nullish(),
  status: z.enum(['created', 'processed', 'failed']),
  /** For the transfer, with the tax on it: 0 in the usual cycle. */
  fees: z.number().int().nullish(),
  tax: z.number().int().nullish(),
  utr: z.string().nullish(),
  created_at: epochSeconds,
});
export type RazorpaySettlement = z.infer<typeof razorpaySettlement>;

export const razorpaySettlementList = z.object({ items: z.array(razorpaySettlement) });

/** A line of `/settlements/recon/combined`: `fee` with the tax on it, both taken from `credit` or added to `debit`. */
export const razorpayReconLine = z.object({
  entity_id: z.string().min(1),
  type: z.string().min(1),
  debit: z.number().int(),
  credit: z.number().int(),
  fee: z.number().int().nullish(),
  tax: z.number().int().nullish(),
  currency: z.string(),
  created_at: epochSeconds,
  settled_at: epochSeconds.nullish(),
  settlement_id: z.string().nullish(),
  description: z.string().nullish(),
  payment_id: z.string().nullish(),
  dispute_id: z.string().nullish(),
});
export type RazorpayReconLine = z.infer<typeof razorpayReconLine>;

export const razorpayReconList = z.object({ items: z.array(razorpayReconLine) });

export const razorpayError = z.object({
  error: z.object({
    code: z.string().optional(),
    description: z.string().optional(),
    reason: z.string().nullish(),
  }),
});

/** What every event has. The entities are parsed only for events we act on: others may hold anything. */
export const razorpayEvent = z.object({
  event: z.string().min(1),
  created_at: epochSeconds,
  payload: z.record(z.string(), z.unknown()).default({}),
});
export type RazorpayEvent = z.infer<typeof razorpayEvent>;

export const razorpayPaymentPayload = z.object({ payment: z.object({ entity: razorpayPayment }) });
export const razorpayRefundPayload = z.object({
  refund: z.object({ entity: razorpayRefund }),
  payment: z.object({ entity: razorpayPayment }).optional(),
});
export const razorpayDisputePayload = z.object({ dispute: z.object({ entity: razorpayDispute }) });
export const razorpaySettlementPayload = z.object({ settlement: z.object({ entity: razorpaySettlement }) });
