import { waitingReply, waits } from '#api/access/money-approvals.schemas.js';
import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { subOrderScope } from '#api/orders/sub-order-scope.js';
import { route, routes } from '#api/kernel/route.js';
import { accessErrors } from '#domain/access/access.errors.js';
import { paymentsErrors } from '#domain/payments/payments.errors.js';
import { storeCreditErrors } from '#domain/store-credit/store-credit.errors.js';
import { shippingErrors } from '#domain/shipping/shipping.errors.js';
import {
  orderRefundResponse,
  orderRefundSchema,
  refundResponse,
  refundInputSchema,
  refundGiveUpSchema,
  refundListQuery,
  refundPaidSchema,
  refundSchema,
} from './refunds.schemas.js';

export const refundsRoutes = routes('payments', [
  route({
    method: 'get',
    path: '/admin/refunds',
    summary: 'List refunds',
    description:
      'With `filters[]=byHand:eq:true` and `filters[]=status:eq:pending` those that wait to be paid by hand. `open` are those that ' +
      'are pending or failed and that nobody has given up.',
    auth: 'admin',
    permission: 'refund:view',
    query: refundListQuery,
    response: z.array(refundSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) => pageReply(await services.refunds.list(query), refundResponse),
  }),
  route({
    method: 'post',
    path: '/admin/orders/:orderId/refunds',
    summary: 'Refund an order, a sub-order, lines or an amount',
    description:
      'With nothing named, all that is left of the order goes back. An `amount` alone is shared over what is left of ' +
      'the sub-orders; with `lines` or `orderVendorId` it is at most theirs. Cash stays pending until it is recorded as paid. Above ' +
      '`money.approval_above`, or `money.approval_above_daily` of one person, nothing is sent before a second person has approved it (`awaitingApproval`).',
    auth: 'admin',
    permission: 'refund:create',
    act: 'money',
    params: { orderId: 'order' },
    body: refundInputSchema,
    response: orderRefundSchema,
    success: 201,
    idempotent: true,
    errors: [
      paymentsErrors.orderUnpaid,
      paymentsErrors.refundExceedsLeft,
      paymentsErrors.refundPiecesLeft,
      paymentsErrors.refundBelowMinimum,
      shippingErrors.shipmentCreating,
      storeCreditErrors.off,
      storeCreditErrors.needsAccount,
    ],
    bodyExample: { reason: 'Arrived damaged', amount: 1 },
    handler: async ({ ctx, services, params, body }) =>
      orderRefundResponse(await services.refunds.create(ctx, params.orderId, subOrderScope(body))),
  }),
  route({
    method: 'get',
    path: '/admin/orders/:orderId/refunds',
    summary: 'List the refunds of an order with what each is of',
    auth: 'admin',
    permission: 'refund:view',
    params: { orderId: 'order' },
    response: z.array(orderRefundSchema),
    handler: async ({ services, params }) =>
      (await services.refunds.ofOrder(params.orderId)).map(orderRefundResponse),
  }),
  route({
    method: 'post',
    path: '/admin/refunds/:refundId/paid',
    summary: 'Record a cash refund, or a failed one, as paid by hand',
    description:
      'The buyer gets a mail. A repeat with the same reference returns the refund again. A refund that its provider let fail is ' +
      'recorded as paid another way, by bank transfer for instance: the provider is asked first, and what it has sent or is ' +
      'sending is 409. Where it cannot be asked, `confirmUnknown` is needed.',
    auth: 'admin',
    permission: 'refund:create',
    act: 'money',
    params: { refundId: 'refund' },
    body: refundPaidSchema,
    response: refundSchema,
    errors: [
      paymentsErrors.refundNotByHand,
      paymentsErrors.refundAlreadyPaid,
      paymentsErrors.refundGivenUp,
      accessErrors.awaitingApproval,
      paymentsErrors.refundAtProvider,
      paymentsErrors.refundUnknownAtProvider,
      paymentsErrors.refundExceedsLeft,
    ],
    ...waits,
    handler: async ({ ctx, services, params, body }) => {
      const done = await services.refunds.markPaid(ctx, params.refundId, body);
      return done.paid ? refundResponse(done.paid) : waitingReply(services, done.approvalId);
    },
  }),
  route({
    method: 'post',
    path: '/admin/refunds/:refundId/retry',
    summary: 'Send a failed refund again',
    description:
      'The provider is asked first, so that what it has sent meanwhile is not sent twice. A refund that is pending is returned as it is.',
    auth: 'admin',
    permission: 'refund:create',
    act: 'money',
    params: { refundId: 'refund' },
    response: refundSchema,
    success: 202,
    errors: [
      paymentsErrors.refundNotFailed,
      paymentsErrors.refundGivenUp,
      paymentsErrors.refundBelowMinimum,
      paymentsErrors.refundExceedsLeft,
    ],
    handler: async ({ ctx, services, params }) =>
      refundResponse(await services.refunds.retry(ctx, params.refundId)),
  }),
  route({
    method: 'post',
    path: '/admin/refunds/:refundId/give-up',
    summary: 'Give up a failed refund',
    description:
      'Nobody pays it, and the sale is no longer held back from payouts for it. What it was of can be refunded again.',
    auth: 'admin',
    permission: 'refund:create',
    act: 'money',
    params: { refundId: 'refund' },
    body: refundGiveUpSchema,
    response: refundSchema,
    errors: [paymentsErrors.refundNotFailed],
    handler: async ({ ctx, services, params, body }) =>
      refundResponse(await services.refunds.abandon(ctx, params.refundId, body.reason)),
  }),
]);
