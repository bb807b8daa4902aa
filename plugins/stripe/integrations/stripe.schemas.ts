import { z } from 'haat/plugin';

/** Shapes of the Stripe API: only what we read, unknown keys pass. Amounts are subunits, times epoch seconds. */

/** A reference is an id, or the whole object where the account expands it. */
const reference = z
  .union([z.string(), z.object({ id: z.string() })])
  .nullish()
  .transform((value) => (typeof value === 'object' ? value?.id : value));

const metadata = z
  .record(z.string(), z.string())
  .nullish()
  .transform((value): Record<string, string | undefined> => value ?? {});

export const stripeSession = z.object({
  id: z.string().min(1),
  url: z.string().nullish(),
  amount_total: z.number().int().nullish(),
  currency: z.string().nullish(),
  client_reference_id: z.string().nullish(),
  payment_status: z.string().nullish(),
  payment_intent: reference,
  created: z.number().int(),
  metadata,
});
export type StripeSession = z.infer<typeof stripeSession>;

export const stripeIntent = z.object({
  id: z.string().min(1),
  amount: z.number().int(),
  currency: z.string(),
  metadata,
  latest_charge: reference,
  last_payment_error: z.object({ message: z.string().nullish() }).nullish(),
});

export const stripeRefund = z.object({
  id: z.string().min(1),
  amount: z.number().int(),
  currency: z.string(),
  status: z.string().nullish(),
  failure_reason: z.string().nullish(),
  payment_intent: reference,
  metadata,
  created: z.number().int().nullish(),
});

export type StripeRefund = z.infer<typeof stripeRefund>;

/** A page of a list, newest first. */
const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), has_more: z.boolean().optional() });

export const stripeRefundList = listOf(stripeRefund);
export const stripeSessionList = listOf(stripeSession);

/** What a movement of the balance cost. */
const feeDetails = z
  .array(z.object({ amount: z.number().int(), type: z.string().nullish() }))
  .nullish()
  .transform((value) => value ?? []);

/** The objects behind balance transactions, expanded: only what names the payment. */
const stripeSource = z.object({
  id: z.string().min(1),
  object: z.string().nullish(),
  payment_intent: reference,
  charge: reference,
});

export const stripeBalanceTransaction = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  reporting_category: z.string().nullish(),
  /** Signed: positive adds to the balance. `net` is what is left of it after `fee`. */
  amount: z.number().int(),
  fee: z.number().int(),
  fee_details: feeDetails,
  net: z.number().int(),
  currency: z.string(),
  description: z.string().nullish(),
  created: z.number().int(),
  available_on: z.number().int().nullish(),
  source: z
    .union([stripeSource, z.string().transform((id) => ({ id }) as z.output<typeof stripeSource>)])
    .nullish(),
});
export type StripeBalanceTransaction = z.infer<typeof stripeBalanceTransaction>;

export const stripeCharge = z.object({
  id: z.string().min(1),
  payment_intent: reference,
  status: z.string(),
  captured: z.boolean(),
  amount: z.number().int(),
  amount_captured: z.number().int().nullish(),
  currency: z.string(),
  created: z.number().int(),
  metadata,
  balance_transaction: z
    .union([z.object({ fee: z.number().int(), fee_details: feeDetails }), z.string().transform(() => null)])
    .nullish(),
});
export type StripeCharge = z.infer<typeof stripeCharge>;

export const stripeDispute = z.object({
  id: z.string().min(1),
  amount: z.number().int(),
  currency: z.string(),
  status: z.string(),
  reason: z.string().nullish(),
  charge: reference,
  payment_intent: reference,
  /** What was taken for it, and what was given back. */
  balance_transactions: z
    .array(z.object({ amount: z.number().int() }))
    .nullish()
    .transform((value) => value ?? []),
  evidence_details: z.object({ due_by: z.number().int().nullish() }).nullish(),
  created: z.number().int(),
});
export type StripeDispute = z.infer<typeof stripeDispute>;

export const stripePayout = z.object({
  id: z.string().min(1),
  amount: z.number().int(),
  currency: z.string(),
  status: z.string(),
  arrival_date: z.number().int().nullish(),
  trace_id: z.object({ value: z.string().nullish() }).nullish(),
  created: z.number().int(),
});
export type StripePayout = z.infer<typeof stripePayout>;

export const stripeFile = z.object({ id: z.string().min(1) });

export const stripeBalanceTransactionList = listOf(stripeBalanceTransaction);
export const stripeChargeList = listOf(stripeCharge);
export const stripeDisputeList = listOf(stripeDispute);
export const stripePayoutList = listOf(stripePayout);

export const stripeBalance = z.object({ object: z.literal('balance') });

export const stripeError = z.object({ error: z.object({ message: z.string().optional() }) });

export const stripeEvent = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  created: z.number().int(),
  data: z.object({ object: z.unknown() }),
});
export type StripeEvent = z.infer<typeof stripeEvent>;
