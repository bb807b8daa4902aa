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

export const stripeBalance = z.object({ object: z.literal('balance') });

export const stripeError = z.object({ error: z.object({ message: z.string().optional() }) });

export const stripeEvent = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  created: z.number().int(),
  data: z.object({ object: z.unknown() }),
});
export type StripeEvent = z.infer<typeof stripeEvent>;
