import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { paymentsErrors } from '#domain/payments/payments.errors.js';
import { refundAnswer, refundListQuery, refundPaidSchema, refundSchema } from './refunds.schemas.js';

export const refundsRoutes = routes('payments', [
  route({
    method: 'get',
    path: '/admin/refunds',
    summary: 'List refunds',
    description:
      'With `filters[]=byHand:eq:true` and `filters[]=status:eq:pending` those that wait to be paid by hand.',
    auth: 'admin',
    permission: 'refund:view',
    query: refundListQuery,
    answer: z.array(refundSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) => pageReply(await services.refunds.list(query), refundAnswer),
  }),
  route({
    method: 'post',
    path: '/admin/refunds/:refundId/paid',
    summary: 'Record a cash refund as paid by hand',
    description: 'The buyer gets a mail. A repeat with the same reference returns the refund again.',
    auth: 'admin',
    permission: 'refund:create',
    params: { refundId: 'refund' },
    body: refundPaidSchema,
    answer: refundSchema,
    errors: [paymentsErrors.refundNotByHand, paymentsErrors.refundAlreadyPaid],
    handler: async ({ ctx, services, params, body }) =>
      refundAnswer(await services.refunds.markPaid(ctx, params.refundId, body.reference)),
  }),
]);
