import { z } from 'zod';
import {
  addressResponseSchema,
  addressSchema,
  gstinSchema,
  gstStateCodeSchema,
  phoneSchema,
} from '#api/kernel/address.js';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { emailSchema, idOf, instantSchema, iso, longTextSchema, textSchema } from '#api/kernel/values.js';
import { applicationStatuses, type VendorApplication } from '#domain/vendors/vendor-application.js';

const name = textSchema(200).trim().min(1);

/** Left out and null are the same here. */
function optional<T extends z.ZodType>(schema: T) {
  return schema.nullish().transform((value) => value ?? null);
}

export const vendorApplicationInputSchema = z
  .object({
    displayName: name,
    legalName: name,
    gstin: optional(gstinSchema),
    stateCode: optional(gstStateCodeSchema),
    address: optional(addressSchema),
    contactEmail: emailSchema.optional().meta({ description: 'That of the account when it is left out' }),
    contactPhone: optional(phoneSchema),
    message: optional(longTextSchema(2000).trim()),
  })
  .meta({ id: 'VendorApplicationInput' });

/** What the applicant sees. */
export const ownApplicationSchema = z
  .object({
    id: idOf('vendorApplication'),
    displayName: z.string(),
    legalName: z.string(),
    gstin: z.string().nullable(),
    stateCode: z.string().nullable(),
    address: addressResponseSchema.nullable(),
    contactEmail: z.string(),
    contactPhone: z.string().nullable(),
    message: z.string().nullable(),
    status: z.enum(applicationStatuses),
    rejectionReason: z.string().nullable(),
    decidedAt: instantSchema.nullable(),
    vendorId: idOf('vendor').nullable().meta({ description: 'The vendor that the approval made' }),
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .meta({ id: 'OwnVendorApplication' });

export const vendorApplicationSchema = ownApplicationSchema
  .extend({
    applicantUserId: idOf('user'),
    decidedBy: z.string().nullable().meta({ description: 'The user or API key that decided' }),
  })
  .meta({ id: 'VendorApplication' });

const filters = { status: applicationStatuses, displayName: 'string', createdAt: 'date' } as const;
const sort = ['createdAt', 'updatedAt', 'displayName'];

export const ownApplicationsQuery = listQuerySchema({ filters, sort });
export const applicationsQuery = listQuerySchema({
  filters: { ...filters, applicantUserId: 'id', contactEmail: 'string', gstin: 'string' },
  sort,
});

export function applicationResponse(row: VendorApplication) {
  return {
    ...row,
    decidedAt: iso(row.decidedAt),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}

export function ownApplicationResponse(row: VendorApplication) {
  const { applicantUserId: _applicantUserId, decidedBy: _decidedBy, ...response } = applicationResponse(row);
  return response;
}
