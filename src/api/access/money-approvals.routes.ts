import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { accessErrors } from '#domain/access/access.errors.js';
import { ordersErrors } from '#domain/orders/orders.errors.js';
import { paymentsErrors } from '#domain/payments/payments.errors.js';
import { shippingErrors } from '#domain/shipping/shipping.errors.js';
import { payoutsErrors } from '#domain/payouts/payouts.errors.js';
import { storeCreditErrors } from '#domain/store-credit/store-credit.errors.js';
import {
  moneyApprovalQuery,
  moneyApprovalResponse,
  moneyApprovalSchema,
  refuseMoneyApprovalSchema,
} from './money-approvals.schemas.js';

const item = { moneyApprovalId: 'moneyApproval' } as const;
const approving = { auth: 'admin', permission: 'money:approve' } as const;
const deciding = { ...approving, act: 'money', apiKeys: false } as const;

export const moneyApprovalsRoutes = routes('access', [
  route({
    ...approving,
    method: 'get',
    path: '/admin/money-approvals',
    summary: 'List acts with money that a second person decides about',
    description:
      'Refunds by hand, payouts, adjustments, store credit and records of payments above `money.approval_above`, or above `money.approval_above_daily` of one ' +
      'person, and what is given back for one vendor above `money.vendor_refunds_above`. Held refunds and payouts are in no bank file and at no provider.',
    query: moneyApprovalQuery,
    response: z.array(moneyApprovalSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.moneyApprovals.list(query), moneyApprovalResponse),
  }),
  route({
    ...approving,
    method: 'get',
    path: '/admin/money-approvals/:moneyApprovalId',
    summary: 'Get an act with money that a second person decides about',
    params: item,
    response: moneyApprovalSchema,
    handler: async ({ services, params }) =>
      moneyApprovalResponse(await services.moneyApprovals.get(params.moneyApprovalId)),
  }),
  route({
    ...deciding,
    method: 'post',
    path: '/admin/money-approvals/:moneyApprovalId/approve',
    summary: 'Approve an act with money',
    description:
      'Carries it out. Who asked for it, also with an API key, cannot approve it while somebody else may; where nobody else may, they confirm it ' +
      'after twelve hours with a second factor, and every superAdmin is mailed. A repeat changes nothing.',
    params: item,
    response: moneyApprovalSchema,
    errors: [
      accessErrors.approvalDecided,
      accessErrors.ownApproval,
      accessErrors.aloneTooEarly,
      accessErrors.aloneNeedsFactor,
      storeCreditErrors.balanceTooLow,
      storeCreditErrors.accountDeleted,
      paymentsErrors.refundPiecesSent,
      shippingErrors.shipmentCreating,
      paymentsErrors.refundNotByHand,
      paymentsErrors.refundAlreadyPaid,
      paymentsErrors.refundGivenUp,
      paymentsErrors.refundExceedsLeft,
      payoutsErrors.wrongState,
      payoutsErrors.sentByProvider,
      ordersErrors.notMarkable,
    ],
    handler: async ({ ctx, services, params }) =>
      moneyApprovalResponse(await services.moneyApprovals.approve(ctx, params.moneyApprovalId)),
  }),
  route({
    ...deciding,
    method: 'post',
    path: '/admin/money-approvals/:moneyApprovalId/refuse',
    summary: 'Refuse an act with money',
    description:
      'Nothing is paid: a payout fails and frees its entries, a refund by hand is given up. What a cancellation or a return gives back becomes a ' +
      'failed refund, which somebody sends again, pays or gives up. Who asked for it may refuse it. A repeat changes nothing.',
    params: item,
    body: refuseMoneyApprovalSchema,
    response: moneyApprovalSchema,
    errors: [accessErrors.approvalDecided, payoutsErrors.sentByProvider, payoutsErrors.bankReturnNeeded],
    handler: async ({ ctx, services, params, body }) =>
      moneyApprovalResponse(await services.moneyApprovals.refuse(ctx, params.moneyApprovalId, body.reason)),
  }),
]);
