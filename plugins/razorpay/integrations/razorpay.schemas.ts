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
});

export const razorpayRefundList = z.object({ items: z.array(razorpayRefund) });

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
