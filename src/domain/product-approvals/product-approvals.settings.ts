import { z } from 'zod';
import { setting } from '#domain/_shared/setting.js';
import { approvalModes } from './product-approval.js';

const mode = z.enum(approvalModes);

/** Which products wait for the operator. */
export const productApprovalsSettings = {
  approval: setting('admin', 'catalog.approval', {
    schema: mode,
    default: 'off',
    description:
      'What waits for an approval: `off` nothing; `new` a product that was never approved goes on sale only then; `changes` also changes of texts, pictures, categories, attributes, options and tabs. Price and stock never wait',
  }),
  approvalByVendor: setting('admin', 'catalog.approval_by_vendor', {
    schema: z
      .record(z.uuid(), mode)
      .refine((vendors) => Object.keys(vendors).length <= 1_000, 'must name at most 1000 vendors'),
    default: {},
    description: 'Vendors, by id, with their own `off`, `new` or `changes` in place of catalog.approval',
  }),
  trustedAfter: setting('admin', 'catalog.approval_trusted_after', {
    schema: z.int().min(0).max(10_000),
    default: 0,
    description:
      'Approvals since the last rejection after which nothing of a vendor waits any more, unless catalog.approval_by_vendor names it; 0 is never',
  }),
} as const;
