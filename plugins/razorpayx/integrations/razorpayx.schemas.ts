import { z } from 'haat/plugin';

/** Shapes of the RazorpayX API: only what we read, unknown keys pass. Amounts are subunits, times epoch seconds. */

export const razorpayxContact = z.object({ id: z.string().min(1) });
export const razorpayxFundAccount = z.object({ id: z.string().min(1) });

export const razorpayxPayout = z.object({
  id: z.string().min(1),
  amount: z.number().int(),
  currency: z.string(),
  /** Any text: a state that is new to us is one that is not final. */
  status: z.string(),
  reference_id: z.string().nullish(),
  utr: z.string().nullish(),
  failure_reason: z.string().nullish(),
  status_details: z.object({ description: z.string().nullish(), reason: z.string().nullish() }).nullish(),
});
export type RazorpayxPayout = z.infer<typeof razorpayxPayout>;

export const razorpayxPayoutList = z.object({ items: z.array(razorpayxPayout) });

export const razorpayxError = z.object({
  error: z.object({
    code: z.string().optional(),
    description: z.string().optional(),
    field: z.string().nullish(),
    reason: z.string().nullish(),
  }),
});

/** What every event has. The payout is parsed only for events about payouts: others may hold anything. */
export const razorpayxEvent = z.object({
  event: z.string().min(1),
  created_at: z.number().int().nonnegative(),
  payload: z.record(z.string(), z.unknown()).default({}),
});

export const razorpayxPayoutPayload = z.object({ payout: z.object({ entity: razorpayxPayout }) });
