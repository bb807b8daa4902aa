import type { GstScheme } from './seller-kind.js';
import type { Address } from '#domain/_shared/address.js';

export const vendorStatuses = ['active', 'suspended'] as const;
export type VendorStatus = (typeof vendorStatuses)[number];

/** Somebody who sells here. Its people are the members of its organization. */
export interface Vendor {
  id: string;
  organizationId: string;
  /** Made from the display name at approval; operators alone change it, and former ones still lead here. */
  slug: string;
  displayName: string;
  /** As printed on invoices. */
  legalName: string | null;
  gstin: string | null;
  /** Of a registered seller. */
  gstScheme: GstScheme;
  /** Of a seller without registration. */
  enrolmentNumber: string | null;
  /** Two-digit GST code of the state of registration. */
  stateCode: string | null;
  address: Address | null;
  supportEmail: string | null;
  /** E.164. */
  supportPhone: string | null;
  status: VendorStatus;
  /** What the platform keeps of a sale, in basis points: 1000 is ten percent. */
  commissionBps: number;
  createdAt: Date;
  updatedAt: Date;
}

/** What a vendor says of itself. */
export type VendorProfile = Pick<
  Vendor,
  | 'displayName'
  | 'legalName'
  | 'gstin'
  | 'gstScheme'
  | 'enrolmentNumber'
  | 'stateCode'
  | 'address'
  | 'supportEmail'
  | 'supportPhone'
>;

/** What only the platform decides about a vendor. */
export type VendorTerms = Pick<Vendor, 'commissionBps' | 'status'>;
