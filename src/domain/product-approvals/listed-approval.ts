import type { VendorStatus } from '#domain/vendors/vendor.js';
import type { ProductApproval } from './product-approval.js';

/** An approval as a list shows it. */
export interface ListedApproval extends Omit<ProductApproval, 'sections' | 'differences' | 'proposed'> {
  vendorName: string;
  vendorStatus: VendorStatus;
  /** The fields that differ. */
  fields: string[];
}

export interface ApprovalDetail extends ListedApproval, Pick<ProductApproval, 'differences' | 'proposed'> {}
