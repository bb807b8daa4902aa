import { z } from 'zod';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { idOf, idSchema, instantSchema, iso, textSchema } from '#api/kernel/values.js';
import type { ApprovalDetail, ListedApproval } from '#domain/product-approvals/listed-approval.js';
import { approvalStates } from '#domain/product-approvals/product-approval.js';
import { approvalKinds } from '#domain/products/pending-change.js';
import { productDetailResponse, productDetailSchema } from '#api/products/products.schemas.js';
import { vendorStatuses } from '#domain/vendors/vendor.js';

const field = z.string().meta({ description: '`title`, `images`, `variants.<id>.images`, `tabs.<id>`' });

export const productApprovalSchema = z
  .object({
    id: idOf('productApproval'),
    productId: idOf('product'),
    vendorId: idOf('vendor'),
    vendorName: z.string(),
    vendorStatus: z.enum(vendorStatuses),
    kind: z.enum(approvalKinds).meta({ description: '`new`: the product was never on sale' }),
    state: z.enum(approvalStates),
    version: z.int().meta({ description: 'Raised with each change; a decision names it' }),
    title: z.string().meta({ description: 'Of the product as it would be' }),
    fields: z.array(field).meta({ description: 'The fields that differ' }),
    submittedByUserId: idOf('user').nullable(),
    submittedAt: instantSchema,
    decidedByUserId: idOf('user').nullable(),
    decidedAt: instantSchema.nullable(),
    reasons: z.array(z.object({ field, reason: z.string() })),
    note: z.string().nullable(),
    updatedAt: instantSchema,
  })
  .meta({ id: 'ProductApproval' });

const value = z
  .union([z.string(), z.array(z.string()), z.object({ title: z.string(), body: z.string().nullable() })])
  .nullable()
  .meta({ id: 'ProductFieldValue' });

export const productApprovalDetailSchema = z
  .object({
    approval: productApprovalSchema,
    differences: z
      .array(z.object({ field, label: z.string(), before: value, after: value }))
      .meta({ description: 'Each field as it is and as it would be; null is nothing' }),
    proposed: productDetailSchema.meta({ description: 'The product as it would be' }),
  })
  .meta({ id: 'ProductApprovalDetail' });

const version = z.int().min(1).max(2_147_483_647).meta({ description: 'The version that was looked at' });
const reason = textSchema(1000).trim().min(1);
const rejection = {
  reasons: z
    .array(z.object({ field: z.string().min(1).max(255), reason }))
    .max(500)
    .optional()
    .meta({ description: 'For the vendor, by field' }),
  note: reason.optional().meta({ description: 'For the vendor, of the whole; needed without `reasons`' }),
};

export const approveSchema = z.object({ version }).meta({ id: 'ProductApprovalDecision' });
export const rejectSchema = z
  .object({ version, ...rejection })
  .refine(({ reasons = [], note }) => reasons.length > 0 || note !== undefined, {
    path: ['note'],
    error: 'a rejection needs a reason or a note',
  })
  .meta({ id: 'ProductApprovalRejection' });
export type RejectInput = z.output<typeof rejectSchema>;

export const decideManySchema = z
  .object({
    action: z.enum(['approve', 'reject']),
    approvals: z
      .array(z.object({ id: idSchema.toLowerCase(), version }))
      .min(1)
      .max(100),
    note: rejection.note,
  })
  .refine(({ action, note }) => action === 'approve' || note !== undefined, {
    path: ['note'],
    error: 'is required to reject',
  })
  .meta({ id: 'ProductApprovalDecisions' });
export type DecideManyInput = z.output<typeof decideManySchema>;

export const decideManyResultSchema = z
  .object({
    decided: z.int(),
    failed: z.int(),
    approvals: z.array(
      z.object({
        id: idSchema,
        outcome: z.enum(['approved', 'rejected', 'failed']),
        error: z.object({ reason: z.string(), message: z.string() }).nullable(),
      }),
    ),
  })
  .meta({ id: 'ProductApprovalResults' });
export type DecideManyResult = z.input<typeof decideManyResultSchema>;

const filters = {
  state: approvalStates,
  kind: approvalKinds,
  productId: 'id',
  submittedAt: 'date',
  decidedAt: 'date',
} as const;
const order = {
  sort: ['submittedAt', 'updatedAt', 'decidedAt', 'title'],
  defaultSort: { field: 'submittedAt', direction: 'asc' },
} as const;

export const vendorApprovalsQuery = listQuerySchema({
  filters,
  ...order,
  defaultSort: { field: 'submittedAt', direction: 'desc' },
});
export const adminApprovalsQuery = listQuerySchema({
  filters: { ...filters, vendorId: 'id', vendorStatus: vendorStatuses },
  ...order,
});

export function approvalResponse(row: ListedApproval) {
  const {
    id,
    productId,
    vendorId,
    vendorName,
    vendorStatus,
    kind,
    state,
    version: current,
    title,
    fields,
  } = row;
  return {
    id,
    productId,
    vendorId,
    vendorName,
    vendorStatus,
    kind,
    state,
    version: current,
    title,
    fields,
    submittedByUserId: row.submittedByUserId,
    submittedAt: iso(row.submittedAt),
    decidedByUserId: row.decidedByUserId,
    decidedAt: iso(row.decidedAt),
    reasons: row.reasons,
    note: row.note,
    updatedAt: iso(row.updatedAt),
  };
}

export function approvalDetailResponse(row: ApprovalDetail) {
  const { differences, proposed } = row;
  return { approval: approvalResponse(row), differences, proposed: productDetailResponse(proposed) };
}
