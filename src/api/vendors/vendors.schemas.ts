import { z } from 'zod';
import {
  addressResponseSchema,
  addressSchema,
  gstinSchema,
  gstStateCodeSchema,
  phoneSchema,
} from '#api/kernel/address.js';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { emailSchema, idOf, instantSchema, iso, textSchema } from '#api/kernel/values.js';
import {
  ENROLMENT_NUMBER,
  gstSchemes,
  onlyStateOf,
  sellerKindOf,
  sellerKinds,
} from '#domain/vendors/seller-kind.js';
import { type Vendor, vendorStatuses } from '#domain/vendors/vendor.js';

const name = textSchema(200).trim().min(1);

export const vendorProfilePatchSchema = z
  .object({
    displayName: name.optional().meta({ description: 'The slug stays as it is' }),
    legalName: name.nullable().optional().meta({ description: 'As printed on invoices' }),
    gstin: gstinSchema.nullable().optional(),
    gstScheme: z.enum(gstSchemes).optional(),
    enrolmentNumber: textSchema(15)
      .trim()
      .toUpperCase()
      .regex(ENROLMENT_NUMBER, 'must be fifteen characters, the first two the GST code of the state')
      .nullable()
      .optional()
      .meta({ description: 'Of a seller without GSTIN', example: '29ABCDE1234FENR' }),
    stateCode: gstStateCodeSchema
      .nullable()
      .optional()
      .meta({ description: 'Taken from the GSTIN or the address when those are sent without it' }),
    address: addressSchema.nullable().optional(),
    supportEmail: emailSchema.nullable().optional(),
    supportPhone: phoneSchema.nullable().optional(),
  })
  .meta({ id: 'VendorProfilePatch' });

export const vendorTermsPatchSchema = z
  .object({
    commissionBps: z
      .int()
      .min(0)
      .max(10_000)
      .optional()
      .meta({ description: 'Basis points, of the merchandise after discount', example: 1000 }),
    status: z.enum(vendorStatuses).optional(),
  })
  .meta({ id: 'VendorTermsPatch' });

export const vendorSchema = z
  .object({
    id: idOf('vendor'),
    slug: z.string(),
    displayName: z.string(),
    legalName: z.string().nullable(),
    gstin: z.string().nullable(),
    gstScheme: z.enum(gstSchemes),
    enrolmentNumber: z.string().nullable(),
    sellerKind: z.enum(sellerKinds).meta({ description: '`without_number` sells nothing' }),
    sellsWithin: z.string().nullable().meta({ description: 'The only state that it may supply' }),
    chargesGst: z.boolean().meta({ description: 'False where taxes of type GST are left out of quotes' }),
    stateCode: z.string().nullable().meta({ description: 'Two-digit GST code' }),
    address: addressResponseSchema.nullable(),
    supportEmail: z.string().nullable(),
    supportPhone: z.string().nullable().meta({ description: 'E.164' }),
    status: z.enum(vendorStatuses),
    commissionBps: z.int().meta({ description: 'Basis points' }),
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .meta({ id: 'Vendor' });

export const vendorListQuery = listQuerySchema({
  filters: {
    status: vendorStatuses,
    displayName: 'string',
    slug: 'string',
    gstin: 'string',
    stateCode: 'string',
    commissionBps: 'number',
    createdAt: 'date',
  },
  sort: ['createdAt', 'updatedAt', 'displayName', 'commissionBps'],
});

export function vendorResponse({ organizationId: _organizationId, ...vendor }: Vendor) {
  return {
    ...vendor,
    sellerKind: sellerKindOf(vendor),
    sellsWithin: onlyStateOf(vendor),
    chargesGst: sellerKindOf(vendor) === 'regular',
    createdAt: iso(vendor.createdAt),
    updatedAt: iso(vendor.updatedAt),
  };
}

export { vendorSupportSchema } from '#api/accounts/accounts.schemas.js';
