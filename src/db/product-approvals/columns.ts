import { instant, uuid } from '#domain/_shared/columns.js';
import { productApprovalColumns } from '#domain/product-approvals/product-approval.js';

/** The columns of the tables of this feature. */
export const productApprovalsTables = {
  product_approvals: { ...productApprovalColumns },
  product_approvals_passed: { productId: uuid, passedAt: instant },
};
