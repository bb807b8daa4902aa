import { asciiDigits } from '#domain/_shared/ascii-digits.js';
import { z } from 'zod';
import { idOf, moneySchema } from '#api/kernel/values.js';
import type { EwayBill } from '#domain/shipping/eway-bill.js';
import { shipmentOf } from '#domain/shipping/consignment.js';
import {
  DOCUMENT_NUMBER,
  EWAY_BILL_NUMBER,
  isVehicleNumber,
  MAX_DISTANCE_KM,
  portalText,
  TRANSPORTER_ID,
  transportModes,
  vehicleTypes,
} from '#domain/shipping/eway-bill-details.js';

const NAMED_PARCEL = 'Required for one of several parcels';
export const ewayBillQuery = z.object({
  parcelId: idOf('parcel').optional().meta({ description: NAMED_PARCEL }),
});

const day = z.iso.date();
const upperCase = (text: string) => text.trim().toUpperCase();

/** What people enter; the rules between the fields are those of the domain. */
const details = {
  transportMode: z.enum(transportModes),
  vehicleNumber: z
    .string()
    .max(20)
    .overwrite(portalText)
    .refine(isVehicleNumber, 'must be a registration such as KA01AB1234, ABC1234 or 22BH1234AA')
    .meta({ example: 'KA01AB1234' })
    .nullable()
    .meta({ description: 'For transport by road or ship' }),
  vehicleType: z.enum(vehicleTypes),
  transporterId: z
    .string()
    .overwrite(upperCase)
    .regex(TRANSPORTER_ID, 'must be a GSTIN or TRANSIN: fifteen characters, two digits first')
    .meta({ example: '06AAPCS9575E1ZR' })
    .nullable()
    .meta({ description: 'GSTIN or TRANSIN; the courier’s by default' }),
  transporterName: z.string().trim().min(3).max(100).nullable(),
  documentNumber: z
    .string()
    .overwrite(upperCase)
    .regex(DOCUMENT_NUMBER, 'must be at most fifteen letters, digits, hyphens and slashes')
    .meta({ example: 'LR-1042/26' })
    .nullable()
    .meta({ description: 'Of the transport document; the AWB by default' }),
  documentOn: day.nullable(),
  distanceKm: z
    .int()
    .min(0)
    .max(MAX_DISTANCE_KM)
    .nullable()
    .meta({ description: 'The portal computes it where it is 0 or null' }),
  ewayBillNumber: z
    .string()
    .trim()
    .overwrite(asciiDigits)
    .regex(EWAY_BILL_NUMBER, 'must be twelve digits')
    .meta({ example: '131000026768' })
    .nullable()
    .meta({ description: 'As the portal has issued it' }),
  generatedOn: day.nullable(),
  validUntil: day.nullable().meta({ description: 'Null while the bill has no vehicle' }),
};

export const ewayBillInput = z
  .strictObject({
    parcelId: idOf('parcel').optional().meta({ description: NAMED_PARCEL }),
    version: z
      .int()
      .min(0)
      .max(2_147_483_646)
      .meta({ description: 'The version that was read; 0 where `details` is null' }),
    ...details,
  })
  .meta({ id: 'EwayBillInput' });

export type EwayBillInput = z.output<typeof ewayBillInput>;

const detailsSchema = z
  .object({
    version: z.int().meta({ description: 'Raised with each change' }),
    ...details,
    vehicleNumber: z.string().nullable(),
  })
  .meta({ id: 'EwayBillDetails' });

export const consignmentSchema = z
  .object({
    parcelId: idOf('parcel').nullable().meta({ description: 'Null for what is in no parcel yet' }),
    number: z.int().nullable().meta({ description: 'Of several parcels' }),
    value: moneySchema.meta({ description: 'Of the invoice, without exempt goods' }),
    required: z.boolean(),
    missing: z.array(z.object({ field: z.string(), message: z.string() })),
    details: detailsSchema.nullable().meta({ description: 'Null until they are saved' }),
  })
  .meta({ id: 'EwayBillConsignment' });

export const ewayBillsSchema = z
  .object({
    withinState: z.boolean().meta({ description: 'The goods stay in the state of the seller' }),
    limit: moneySchema.meta({ description: 'A consignment above it needs an e-way bill' }),
    consignments: z.array(consignmentSchema),
  })
  .meta({ id: 'EwayBills' });

export function consignmentResponse({ consignment, value, required, missing }: EwayBill) {
  const { parcel, details: saved } = consignment;
  const { shipmentId: _shipmentId, ...entered } = saved ?? {};
  return {
    parcelId: parcel?.id ?? null,
    number: shipmentOf(consignment) ? (parcel?.number ?? null) : null,
    value,
    required,
    missing,
    details: saved && entered,
  } as z.output<typeof consignmentSchema>;
}

/** A body that the reference shows. */
export const ewayBillExample = {
  version: 0,
  transportMode: 'road',
  vehicleNumber: 'KA01AB1234',
  vehicleType: 'regular',
  transporterId: null,
  transporterName: null,
  documentNumber: null,
  documentOn: null,
  distanceKm: 984,
  ewayBillNumber: null,
  generatedOn: null,
  validUntil: null,
};
