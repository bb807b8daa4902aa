import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { requireUser, requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import { subOrderScope } from '#api/orders/sub-order-scope.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { pluginsErrors } from '#domain/plugins/plugins.errors.js';
import { storeCreditErrors } from '#domain/store-credit/store-credit.errors.js';
import { returnsErrors } from '#domain/returns/returns.errors.js';
import { decisionRoutes } from './return-decisions.routes.js';
import {
  guestReturnInputSchema,
  returnResponse,
  returnInputSchema,
  returnListQuery,
  returnSchema,
} from './returns.schemas.js';

const path = '/store/orders/:orderId/vendors/:orderVendorId/return-requests';
const subOrder = { orderId: 'order', orderVendorId: 'subOrder' } as const;
const item = { ...subOrder, returnRequestId: 'returnRequest' } as const;
const requestErrors = [returnsErrors.notDelivered, returnsErrors.windowClosed, returnsErrors.piecesLeft];
const creditErrors = [storeCreditErrors.off, storeCreditErrors.needsAccount];

export const returnsRoutes = routes('returns', [
  route({
    method: 'post',
    path,
    summary: 'Request a return of delivered pieces',
    description:
      'Within `returns.window_days` of delivery, for pieces that are not refunded or in another return.',
    auth: 'customer',
    params: subOrder,
    body: returnInputSchema,
    response: returnSchema,
    success: 201,
    errors: [...requestErrors, ...creditErrors],
    handler: async ({ ctx, services, params, body }) =>
      returnResponse(await services.returns.request(ctx, subOrderScope(params), body)),
  }),
  route({
    method: 'get',
    path,
    summary: 'List the returns of a sub-order',
    auth: 'customer',
    params: subOrder,
    query: returnListQuery,
    response: z.array(returnSchema),
    metadata: pageMetadataSchema,
    handler: async ({ ctx, services, params, query }) =>
      pageReply(await services.returns.listOwn(ctx, subOrderScope(params), query), returnResponse),
  }),
  route({
    method: 'get',
    path: `${path}/:returnRequestId`,
    summary: 'Get a return of a sub-order',
    auth: 'customer',
    params: item,
    response: returnSchema,
    handler: async ({ ctx, services, params }) =>
      returnResponse(await services.returns.get({ ...subOrderScope(params), userId: requireUser(ctx) })),
  }),
  route({
    method: 'post',
    path: `${path}/:returnRequestId/cancel`,
    summary: 'Cancel a return request',
    description: 'Until the seller has decided. A repeat returns the cancelled request.',
    auth: 'customer',
    params: item,
    response: returnSchema,
    errors: [returnsErrors.wrongState],
    handler: async ({ ctx, services, params }) =>
      returnResponse(await services.returns.cancelOwn(ctx, subOrderScope(params))),
  }),
  route({
    method: 'post',
    path: '/store/orders/lookup/return-requests',
    summary: 'Request a return by order number and e-mail',
    description: 'For buyers without an account. An order that does not match is 404, whatever is wrong.',
    auth: 'public',
    rate: 'orderLookup',
    body: guestReturnInputSchema,
    response: returnSchema,
    success: 201,
    errors: [platformErrors.notFound, pluginsErrors.portFailed, ...requestErrors],
    handler: async ({ ctx, services, body }) =>
      returnResponse(await services.returns.requestAsGuest(ctx, subOrderScope(body))),
  }),
  ...decisionRoutes({
    prefix: '/vendor/return-requests',
    reading: { auth: 'vendor' },
    deciding: { auth: 'vendor', whileSuspended: true },
    scopeOf: (ctx) => ({ vendorId: requireVendor(ctx) }),
  }),
  ...decisionRoutes({
    prefix: '/admin/return-requests',
    reading: { auth: 'admin', permission: 'order:view' },
    deciding: { auth: 'admin', permission: 'order:fulfil' },
    scopeOf: () => ({}),
  }),
]);
