import { z } from 'zod';

/** Shapes of the aggregator's responses: only what we read, unknown keys pass. */

const text = z.union([z.string(), z.number()]).transform(String);
const optionalText = text.nullish().transform((value) => (value === '' ? null : (value ?? null)));

const meta = z.object({
  status: z.coerce.number().int(),
  success: z.boolean().nullish(),
  // A courier's error may come through as an object.
  message: z
    .unknown()
    .transform((value) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))),
});

export const carrierMeta = z.object({ meta });

export const carrierOrderResponse = z.object({
  meta,
  result: z.object({ waybill: optionalText, label: optionalText }).partial().nullish().catch(null),
});
export type CarrierOrderResponse = z.infer<typeof carrierOrderResponse>;

export const carrierAccountsResponse = z.object({
  meta,
  result: z
    .object({
      accounts: z.array(
        z.object({
          courier_partner_id: z.coerce.number().int(),
          courier_name: z.string(),
          account_code: text,
          account_active: z.boolean(),
        }),
      ),
    })
    .nullish(),
});

const scan = z.looseObject({
  clickpost_status_code: z.coerce.number().int().nullish(),
  status: optionalText,
  location: optionalText,
  timestamp: optionalText,
});

export const carrierTrackingResponse = z.object({
  meta,
  result: z.record(z.string(), z.looseObject({ scans: z.array(scan).nullish().catch(null) })).nullish(),
});

export const carrierLabelResponse = z.object({
  meta,
  result: z.object({ shipping_label: optionalText }).nullish().catch(null),
});

const charge = z.number().nonnegative().nullish().catch(null);

export const carrierServiceabilityResponse = z.object({
  meta,
  result: z
    .array(
      z.object({
        cp_id: z.coerce.number().int().nullish(),
        account_code: optionalText,
        serviceable: z.object({ PREPAID: z.boolean().catch(false), COD: z.boolean().catch(false) }),
        comitted_sla: z.coerce.number().positive().nullish().catch(null),
        shipping_charge: z.object({ PREPAID: charge, COD: charge }).partial().nullish().catch(null),
      }),
    )
    .nullish()
    .catch(null),
});

const dayRange = z.tuple([z.number().nonnegative(), z.number().nonnegative()]);

export const carrierDaysResponse = z.object({
  meta,
  result: z
    .array(z.object({ all_map: z.record(z.string(), dayRange).nullish().catch(null) }))
    .nullish()
    .catch(null),
});

export const carrierPickupResponse = z.object({
  meta,
  result: z
    .object({ confirmation_number: optionalText, pickup_date: optionalText })
    .partial()
    .nullish()
    .catch(null),
});
