import { z } from 'zod';
import { idSchema } from '#api/kernel/values.js';
import { courierCodes } from '#domain/shipping/couriers.js';
import { credentialSources, providerIds } from '#domain/shipping/provider.js';

const optional = (max: number) => z.string().trim().min(1).max(max).optional();

const fulfilShape = {
  providerId: z.enum(providerIds),
  courierCode: z.enum(courierCodes).optional().meta({ description: 'Required for `carrier`' }),
  method: optional(50),
  trackingCode: optional(100),
  trackingUrl: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .optional(),
};

export const fulfilSchema = z.object(fulfilShape).meta({ id: 'FulfilSubOrder' });

export const fulfilAsAdminSchema = z
  .object({
    ...fulfilShape,
    credentialSource: z
      .enum(credentialSources)
      .optional()
      .meta({ description: 'Whose carrier account is used; required for `carrier`' }),
  })
  .meta({ id: 'AdminFulfilSubOrder' });

const MAX_LINES = 500;
const parcelLines = z
  .array(z.object({ lineId: idSchema, quantity: z.int().min(1).max(1_000_000) }))
  .min(1)
  .max(MAX_LINES)
  .meta({ description: 'Pieces of lines that are in no parcel yet' });

export const parcelSchema = z.object({ ...fulfilShape, lines: parcelLines }).meta({ id: 'ParcelInput' });

export const parcelAsAdminSchema = fulfilAsAdminSchema
  .extend({ lines: parcelLines })
  .meta({ id: 'AdminParcelInput' });

export const cancelSubOrderSchema = z
  .object({
    reason: z.string().trim().min(1).max(500),
    restock: z
      .boolean()
      .default(false)
      .meta({ description: 'Puts the pieces back that were sent with `self-handled`' }),
  })
  .meta({ id: 'CancelSubOrder' });

const sourceOptions = z.object({
  source: z.enum(credentialSources),
  configured: z.boolean(),
  missingKeys: z.array(z.string()),
  couriers: z.array(
    z.object({ code: z.enum(courierCodes), name: z.string(), cpId: z.int(), accountCode: z.string() }),
  ),
});

export const fulfillmentOptionsSchema = z
  .array(
    z.object({
      id: z.enum(providerIds),
      methods: z.array(z.string()),
      enabled: z.boolean().meta({ description: 'Allowed by the platform and enabled by the vendor' }),
      credentialSources: z.array(sourceOptions),
    }),
  )
  .meta({ id: 'FulfillmentOptions' });
