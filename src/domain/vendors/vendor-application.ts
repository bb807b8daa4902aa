import {
  type Columns,
  instant,
  jsonOf,
  nullable,
  type RowOf,
  text,
  textOf,
  uuid,
} from '#domain/_shared/columns.js';
import type { Address } from '#domain/_shared/address.js';

export const applicationStatuses = ['pending', 'approved', 'rejected'] as const;

/** What an applicant states about the business. */
export interface ApplicationInput {
  displayName: string;
  legalName: string;
  gstin: string | null;
  /** Two-digit GST code. */
  stateCode: string | null;
  address: Address | null;
  /** Becomes the vendor's support contact. */
  contactEmail: string;
  /** E.164; becomes the vendor's support contact. */
  contactPhone: string | null;
  message: string | null;
}

export const vendorApplicationColumns = {
  displayName: text,
  legalName: text,
  gstin: nullable(text),
  stateCode: nullable(text),
  address: nullable(jsonOf<NonNullable<ApplicationInput['address']>>()),
  contactEmail: text,
  contactPhone: nullable(text),
  message: nullable(text),
  id: uuid,
  applicantUserId: uuid,
  status: textOf<(typeof applicationStatuses)[number]>(),
  rejectionReason: nullable(text),
  /** The user or API key that decided. */
  decidedBy: nullable(text),
  decidedAt: nullable(instant),
  /** The vendor that the approval made. */
  vendorId: nullable(uuid),
  createdAt: instant,
  updatedAt: instant,
} as const satisfies Columns;
export type VendorApplication = RowOf<typeof vendorApplicationColumns>;
