import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { productApprovalsErrors } from '#domain/product-approvals/product-approvals.errors.js';
import {
  adminApprovalsQuery,
  approvalDetailResponse,
  approvalResponse,
  approveSchema,
  decideManyResultSchema,
  decideManySchema,
  productApprovalDetailSchema,
  productApprovalSchema,
  rejectSchema,
  vendorApprovalsQuery,
} from './product-approvals.schemas.js';

const params = { productApprovalId: 'productApproval' } as const;
const item = { auth: 'admin', permission: 'productApproval:decide' } as const;
const { decided, outdated, productDeleted, vendorSuspended } = productApprovalsErrors;

export const productApprovalsRoutes = routes('product-approvals', [
  route({
    ...item,
    method: 'get',
    path: '/admin/product-approvals',
    summary: 'List new products and changes that wait for an approval',
    description: 'All of them, the first submitted first; `filters[]=state:eq:pending` are those that wait.',
    query: adminApprovalsQuery,
    response: z.array(productApprovalSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.productApprovals.list(query), approvalResponse),
  }),
  route({
    ...item,
    method: 'post',
    path: '/admin/product-approvals/bulk',
    summary: 'Approve or reject several approvals at once',
    description: 'Each has its own transaction and outcome: 200 also when some fail.',
    body: decideManySchema,
    rows: 'productApproval',
    response: decideManyResultSchema,
    bodyExample: {
      action: 'approve',
      approvals: [{ id: '0199c0de-7e5c-7000-8000-000000000001', version: 1 }],
    },
    handler: async ({ ctx, services, body }) => services.productApprovals.decideMany(ctx, body),
  }),
  route({
    ...item,
    method: 'get',
    path: '/admin/product-approvals/:productApprovalId',
    summary: 'Get an approval with the fields that differ',
    params,
    response: productApprovalDetailSchema,
    handler: async ({ services, params: { productApprovalId } }) =>
      approvalDetailResponse(await services.productApprovals.get(productApprovalId)),
  }),
  route({
    ...item,
    method: 'post',
    path: '/admin/product-approvals/:productApprovalId/approve',
    summary: 'Approve a new product or a change of a product',
    description: 'What was submitted is written to the product as it is now.',
    params,
    body: approveSchema,
    response: productApprovalDetailSchema,
    errors: [decided, outdated, productDeleted, vendorSuspended, platformErrors.uniqueViolation],
    handler: async ({ ctx, services, params: { productApprovalId }, body }) =>
      approvalDetailResponse(await services.productApprovals.approve(ctx, productApprovalId, body.version)),
  }),
  route({
    ...item,
    method: 'post',
    path: '/admin/product-approvals/:productApprovalId/reject',
    summary: 'Reject a new product or a change of a product',
    description: 'The product stays as it is; its vendor gets the reasons by mail.',
    params,
    body: rejectSchema,
    bodyExample: { version: 1, note: 'The picture shows another product.' },
    response: productApprovalDetailSchema,
    errors: [decided, outdated, productDeleted],
    handler: async ({ ctx, services, params: { productApprovalId }, body }) =>
      approvalDetailResponse(await services.productApprovals.reject(ctx, productApprovalId, body)),
  }),
  route({
    method: 'get',
    path: '/vendor/product-approvals',
    summary: 'List the product approvals of the active vendor',
    description: 'The last submitted first, with the reasons of a rejection.',
    auth: 'vendor',
    query: vendorApprovalsQuery,
    response: z.array(productApprovalSchema),
    metadata: pageMetadataSchema,
    handler: async ({ ctx, services, query }) =>
      pageReply(await services.productApprovals.list(query, requireVendor(ctx)), approvalResponse),
  }),
  route({
    method: 'get',
    path: '/vendor/product-approvals/:productApprovalId',
    summary: 'Get an approval of the active vendor with the fields that differ',
    auth: 'vendor',
    params,
    response: productApprovalDetailSchema,
    handler: async ({ ctx, services, params: { productApprovalId } }) =>
      approvalDetailResponse(await services.productApprovals.get(productApprovalId, requireVendor(ctx))),
  }),
  route({
    method: 'post',
    path: '/vendor/product-approvals/:productApprovalId/withdraw',
    summary: 'Cancel the approval of a product',
    description: 'The product stays as it is.',
    auth: 'vendor',
    params,
    response: productApprovalDetailSchema,
    errors: [decided, productDeleted],
    handler: async ({ ctx, services, params: { productApprovalId } }) =>
      approvalDetailResponse(
        await services.productApprovals.withdraw(ctx, requireVendor(ctx), productApprovalId),
      ),
  }),
]);
