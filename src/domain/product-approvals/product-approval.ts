import {
  type Columns,
  instant,
  integer,
  jsonOf,
  nullable,
  type RowOf,
  text,
  textOf,
  uuid,
} from '#domain/_shared/columns.js';
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
export const productApprovalColumns = {
  id: uuid,
  productId: uuid,
  vendorId: uuid,
  kind: textOf<ApprovalKind>(),
  state: textOf<ApprovalState>(),
  /** Raised whenever what would be approved becomes another; a decision names the one that was looked at. */
  version: integer,
  /** Title of the product as it would be. */
  title: text,
  /** What is written to the product when it is approved. */
  sections: jsonOf<ProductChanges>(),
  differences: jsonOf<FieldDifference[]>(),
  /** The product as it would be. */
  proposed: jsonOf<VendorProduct>(),
  submittedByUserId: nullable(uuid),
  submittedAt: instant,
  decidedByUserId: nullable(uuid),
  decidedAt: nullable(instant),
  /** Why it was rejected, by field. */
  reasons: jsonOf<FieldReason[]>(),
  /** Why it was rejected, as a whole. */
  note: nullable(text),
  createdAt: instant,
  updatedAt: instant,
} as const satisfies Columns;
export type ProductApproval = RowOf<typeof productApprovalColumns>;
