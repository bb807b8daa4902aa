import { defineEvent } from '#domain/_shared/event.js';
import type { ApprovalKind } from '#domain/products/pending-change.js';

export interface ApprovalPayload {
  approvalId: string;
  productId: string;
  vendorId: string;
  kind: ApprovalKind;
  version: number;
}

export const productApprovalsEvents = {
  submitted: defineEvent<ApprovalPayload>(
    'product.approval.submitted',
    'productApproval',
    'A new product or a change of a product waits for an approval, or what waits became another',
    { webhook: true },
  ),
  approved: defineEvent<ApprovalPayload>(
    'product.approval.approved',
    'productApproval',
    'A new product or a change of a product was approved',
    { webhook: true },
  ),
  rejected: defineEvent<ApprovalPayload>(
    'product.approval.rejected',
    'productApproval',
    'A new product or a change of a product was rejected',
    { webhook: true },
  ),
  withdrawn: defineEvent<ApprovalPayload>(
    'product.approval.withdrawn',
    'productApproval',
    'What waited for an approval was taken back, or its product was deleted',
    { webhook: true },
  ),
};
