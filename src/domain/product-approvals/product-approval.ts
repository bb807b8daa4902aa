import type { ApprovalKind } from '#domain/products/pending-change.js';
import type { ProductChanges } from '#domain/products/product-change.js';
import type { VendorProduct } from '#domain/products/vendor-product.js';

export const approvalModes = ['off', 'new', 'changes'] as const;
export type ApprovalMode = (typeof approvalModes)[number];

export const approvalStates = ['pending', 'approved', 'rejected', 'withdrawn'] as const;
export type ApprovalState = (typeof approvalStates)[number];

/** Text, a list of texts, or a tab; null is nothing. */
export type FieldValue = string | string[] | { title: string; body: string | null } | null;

/** A field of a product as it is, and as it would be. */
export interface FieldDifference {
  /** `title`, `images`, `variants.<id>.images`, `tabs.<id>`. */
  field: string;
  /** What a person reads it by. */
  label: string;
  before: FieldValue;
  after: FieldValue;
}

export interface FieldReason {
  /** One of the fields that differ. */
  field: string;
  reason: string;
}

/** A product that is to go on sale, or a change of one, as its vendor submitted it. */
export interface ProductApproval {
  id: string;
  productId: string;
  vendorId: string;
  kind: ApprovalKind;
  state: ApprovalState;
  /** Raised whenever what would be approved becomes another; a decision names the one that was looked at. */
  version: number;
  /** Title of the product as it would be. */
  title: string;
  /** What is written to the product when it is approved. */
  sections: ProductChanges;
  differences: FieldDifference[];
  /** The product as it would be. */
  proposed: VendorProduct;
  submittedByUserId: string | null;
  submittedAt: Date;
  decidedByUserId: string | null;
  decidedAt: Date | null;
  /** Why it was rejected, by field. */
  reasons: FieldReason[];
  /** Why it was rejected, as a whole. */
  note: string | null;
  createdAt: Date;
  updatedAt: Date;
}
