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

export interface VendorApplication extends ApplicationInput {
  id: string;
  applicantUserId: string;
  status: (typeof applicationStatuses)[number];
  rejectionReason: string | null;
  /** The user or API key that decided. */
  decidedBy: string | null;
  decidedAt: Date | null;
  /** The vendor that the approval made. */
  vendorId: string | null;
  createdAt: Date;
  updatedAt: Date;
}
