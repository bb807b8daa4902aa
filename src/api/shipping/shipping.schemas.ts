import { ownMailAddress } from '#domain/settings/mail-address.settings.js';
import { asciiDigits } from '#domain/_shared/ascii-digits.js';
import { z } from 'zod';
import { listForms } from '#api/kernel/list-form.js';
import {
  wholeNumberText,
  idOf,
  idSchema,
  instantSchema,
  jsonValueSchema,
  moneySchema,
} from '#api/kernel/values.js';
import { isSecretMask } from '#lib/crypto.js';
import { normalizedStatuses } from '#domain/shipping/carrier-status.js';
import { courierCodes } from '#domain/shipping/couriers.js';
import { providerIds } from '#domain/shipping/provider.js';

export const shippingProviderSchema = z
  .object({ id: z.enum(providerIds), methods: z.array(z.string()) })
  .meta({ id: 'ShippingProviderSummary' });

export const shippingConfigSchema = z
  .object({
    enabledProviders: z.array(z.enum(providerIds)),
    flatRateSubunit: moneySchema,
    freeAboveSubunit: moneySchema.nullable().meta({ description: 'Null for no threshold' }),
  })
  .meta({ id: 'ShippingConfig' });

const subunits = z.int().min(0).max(100_000_000_00).meta({ 'x-money': true });

export const shippingConfigPatchSchema = z
  .object({
    enabledProviders: z.array(z.string().min(1).max(50)).min(1).max(20).optional(),
    flatRateSubunit: subunits.optional(),
    freeAboveSubunit: subunits.nullable().optional(),
  })
  .meta({ id: 'ShippingConfigPatch' });

const parcelSize = z.strictObject({
  weight: z.int().positive().meta({ description: 'Grams' }),
  length: z.int().positive().meta({ description: 'Centimetres' }),
  breadth: z.int().positive(),
  height: z.int().positive(),
});
const courierAccount = z.strictObject({
  cpId: z.int().positive(),
  accountCode: z.string().min(1).max(120),
});
const text = (max: number, min = 1) => z.string().trim().min(min).max(max);

/** Every field of a carrier account, as it may be written. */
export const carrierConfigPatchSchema = z
  .strictObject({
    apiKey: text(500),
    username: text(200),
    webhookSecret: text(500, 4)
      .refine((value) => value.length >= 32 || isSecretMask(value), 'must have at least 32 characters')
      .meta({ description: 'At least 32 characters; its mask leaves it as it is' }),
    pickupPincode: z
      .string()
      .trim()
      .overwrite(asciiDigits)
      .regex(/^\d{6}$/, 'must be six digits'),
    enabledCouriers: z.array(z.string().min(1).max(120)).max(50),
    courierMap: z
      .partialRecord(z.enum(courierCodes), courierAccount)
      .meta({ description: 'Replaces the whole map' }),
    pickupName: text(120),
    pickupAddress: text(500),
    pickupCity: text(120),
    pickupState: text(120),
    pickupPhone: text(20, 6),
    pickupEmail: ownMailAddress.max(200),
    pickupTin: text(40),
    defaultParcel: parcelSize,
  })
  .partial()
  .meta({ id: 'CarrierConfigPatch' });

export const carrierConfigSchema = z
  .object({
    apiKey: z.string().meta({ description: 'Empty when it is not set' }),
    username: z.string(),
    webhookSecret: z.string(),
    pickupPincode: z.string(),
    enabledCouriers: z.array(z.string()),
    courierMap: z.record(z.string(), z.object({ cpId: z.int(), accountCode: z.string() })),
    pickupName: z.string(),
    pickupAddress: z.string(),
    pickupCity: z.string(),
    pickupState: z.string(),
    pickupPhone: z.string(),
    pickupEmail: z.string(),
    pickupTin: z.string(),
    defaultParcel: z
      .object({ weight: z.int(), length: z.int(), breadth: z.int(), height: z.int() })
      .nullable(),
    webhookUrl: z.string().nullable().meta({ description: 'Null while PUBLIC_API_BASE_URL is not set' }),
  })
  .meta({ id: 'CarrierConfig' });

export const activeCourierSchema = z
  .object({
    code: z.enum(courierCodes),
    courierName: z.string(),
    cpId: z.int(),
    accountCode: z.string(),
  })
  .meta({ id: 'ActiveCourier' });

export const carrierTestSchema = z
  .object({ ok: z.boolean(), reason: z.string().nullable() })
  .meta({ id: 'CarrierTest' });

export const trackingQuerySchema = z.object({
  page: wholeNumberText({ min: 1, max: 1_000_000, fallback: 1 }),
  limit: wholeNumberText({ min: 1, max: 200, fallback: 50 }),
  parcelId: idOf('parcel').optional().meta({ description: 'The events of one of several parcels alone' }),
});
trackingQuerySchema.register(listForms, { paging: 'page' });

export const trackingEventSchema = z
  .object({
    id: idSchema,
    providerId: z.string(),
    externalEventId: z.string().nullable(),
    statusCode: z.string().meta({ description: 'As the carrier writes it' }),
    normalizedStatus: z.enum(normalizedStatuses),
    payload: z.record(z.string(), jsonValueSchema),
    receivedAt: instantSchema,
  })
  .meta({ id: 'ShippingEvent' });

export const carrierWebhookSchema = z
  .object({
    accepted: z.literal(true),
    eventId: z.string(),
    normalizedStatus: z.enum(normalizedStatuses),
    duplicate: z.boolean().meta({ description: 'The event was received before' }),
  })
  .meta({ id: 'CarrierWebhookResponse' });
