import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, type RouteAuth } from '#api/kernel/route.js';
import type { Context } from '#domain/_shared/context.js';
import type { Permission } from '#domain/_shared/permission.js';
import { returnsErrors } from '#domain/returns/returns.errors.js';
import {
  adminReturnListQuery,
  approveReturnSchema,
  receiveReturnSchema,
  rejectReturnSchema,
  returnResponse,
  returnListQuery,
  returnSchema,
} from './returns.schemas.js';

interface Access {
  auth: RouteAuth;
  permission?: Permission;
  whileSuspended?: true;
}

/** The same operations on returns for vendors, on their returns, and for operators, on all. */
export function decisionRoutes(of: {
  prefix: string;
  reading: Access;
  deciding: Access;
  scopeOf: (ctx: Context) => { vendorId?: string };
}) {
  const { prefix, reading, deciding, scopeOf } = of;
  const whose = reading.auth === 'vendor' ? 'of the active vendor' : 'of any vendor';
  const params = { returnRequestId: 'returnRequest' } as const;
  const errors = [returnsErrors.wrongState];
  const receiving =
    deciding.auth === 'vendor'
      ? ({ value: 'gives_back' } as const)
      : ({ act: 'money', actWhen: 'what was paid for the pieces goes back' } as const);
  return [
    route({
      ...reading,
      method: 'get',
      path: prefix,
      summary: `List the returns ${whose}`,
      query: reading.auth === 'vendor' ? returnListQuery : adminReturnListQuery,
      response: z.array(returnSchema),
      metadata: pageMetadataSchema,
      handler: async ({ ctx, services, query }) =>
        pageReply(await services.returns.list(scopeOf(ctx), query), returnResponse),
    }),
    route({
      ...reading,
      method: 'get',
      path: `${prefix}/:returnRequestId`,
      summary: `Get a return ${whose}`,
      params,
      response: returnSchema,
      handler: async ({ ctx, services, params: item }) =>
        returnResponse(await services.returns.get({ ...scopeOf(ctx), ...item })),
    }),
    route({
      ...deciding,
      method: 'post',
      path: `${prefix}/:returnRequestId/approve`,
      summary: `Approve a return request ${whose}`,
      params,
      body: approveReturnSchema,
      response: returnSchema,
      errors,
      handler: async ({ ctx, services, params: item, body }) =>
        returnResponse(await services.returns.approve(ctx, { ...scopeOf(ctx), ...item }, body.note ?? null)),
    }),
    route({
      ...deciding,
      method: 'post',
      path: `${prefix}/:returnRequestId/reject`,
      summary: `Reject a return request ${whose}`,
      params,
      body: rejectReturnSchema,
      response: returnSchema,
      errors,
      handler: async ({ ctx, services, params: item, body }) =>
        returnResponse(await services.returns.reject(ctx, { ...scopeOf(ctx), ...item }, body.reason)),
    }),
    route({
      ...deciding,
      ...receiving,
      method: 'post',
      path: `${prefix}/:returnRequestId/receive`,
      summary: `Receive an approved return ${whose}`,
      description:
        'Sellable pieces go back on hand, and the refund of the pieces is requested. A repeat changes nothing.',
      params,
      body: receiveReturnSchema,
      response: returnSchema,
      errors,
      handler: async ({ ctx, services, params: item, body }) =>
        returnResponse(await services.returns.receive(ctx, { ...scopeOf(ctx), ...item }, body.lines)),
    }),
  ];
}
