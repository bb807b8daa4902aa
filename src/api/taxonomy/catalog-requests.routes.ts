import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { rejectionSchema } from '#api/kernel/rejection.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { taxonomyErrors } from '#domain/taxonomy/taxonomy.errors.js';
import {
  adminRequestsQuery,
  catalogRequestResponse,
  catalogRequestInputSchema,
  catalogRequestPatchSchema,
  catalogRequestSchema,
  taxonomyKindSchema,
  vendorRequestsQuery,
} from './catalog-requests.schemas.js';

const item = { taxonomy: taxonomyKindSchema, id: 'catalogRequest' } as const;
const kindOf = (params: { taxonomy: string }) => taxonomyKindSchema.parse(params.taxonomy);

export const catalogRequestsRoutes = routes('taxonomy', [
  route({
    method: 'post',
    path: '/vendor/catalog/requests/:taxonomy',
    summary: 'Request a new taxonomy entry',
    auth: 'vendor',
    params: { taxonomy: taxonomyKindSchema },
    body: catalogRequestInputSchema,
    response: catalogRequestSchema,
    success: 201,
    errors: [taxonomyErrors.requestPending],
    handler: async ({ ctx, services, params, body }) =>
      catalogRequestResponse(await services.catalogRequests.submit(ctx, kindOf(params), body)),
  }),
  route({
    method: 'get',
    path: '/vendor/catalog/requests/:taxonomy',
    summary: 'List the taxonomy requests of the active vendor',
    auth: 'vendor',
    params: { taxonomy: taxonomyKindSchema },
    query: vendorRequestsQuery,
    response: z.array(catalogRequestSchema),
    metadata: pageMetadataSchema,
    handler: async ({ ctx, services, params, query }) =>
      pageReply(
        await services.catalogRequests.listForVendor(ctx, kindOf(params), query),
        catalogRequestResponse,
      ),
  }),
  route({
    method: 'get',
    path: '/vendor/catalog/requests/:taxonomy/:id',
    summary: 'Get a taxonomy request of the active vendor',
    auth: 'vendor',
    params: item,
    response: catalogRequestSchema,
    handler: async ({ ctx, services, params }) =>
      catalogRequestResponse(await services.catalogRequests.get(ctx, kindOf(params), params.id)),
  }),
  route({
    method: 'put',
    path: '/vendor/catalog/requests/:taxonomy/:id',
    summary: 'Update a pending taxonomy request',
    description: 'Fields that are left out stay as they are.',
    auth: 'vendor',
    params: item,
    body: catalogRequestPatchSchema,
    response: catalogRequestSchema,
    errors: [taxonomyErrors.requestDecided, taxonomyErrors.requestPending],
    handler: async ({ ctx, services, params, body }) =>
      catalogRequestResponse(await services.catalogRequests.update(ctx, kindOf(params), params.id, body)),
  }),
  route({
    method: 'get',
    path: '/admin/catalog/requests/:taxonomy',
    summary: 'List taxonomy requests',
    auth: 'admin',
    permission: 'catalogRequest:view',
    params: { taxonomy: taxonomyKindSchema },
    query: adminRequestsQuery,
    response: z.array(catalogRequestSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, params, query }) =>
      pageReply(await services.catalogRequests.listForAdmin(kindOf(params), query), catalogRequestResponse),
  }),
  route({
    method: 'get',
    path: '/admin/catalog/requests/:taxonomy/:id',
    summary: 'Get a taxonomy request',
    auth: 'admin',
    permission: 'catalogRequest:view',
    params: item,
    response: catalogRequestSchema,
    handler: async ({ services, params }) =>
      catalogRequestResponse(await services.catalogRequests.getForAdmin(kindOf(params), params.id)),
  }),
  route({
    method: 'post',
    path: '/admin/catalog/requests/:taxonomy/:id/approve',
    summary: 'Approve a request: its entry is created',
    auth: 'admin',
    permission: 'catalogRequest:decide',
    params: item,
    response: catalogRequestSchema,
    errors: [taxonomyErrors.requestDecided, platformErrors.uniqueViolation],
    handler: async ({ ctx, services, params }) =>
      catalogRequestResponse(await services.catalogRequests.approve(ctx, kindOf(params), params.id)),
  }),
  route({
    method: 'post',
    path: '/admin/catalog/requests/:taxonomy/:id/reject',
    summary: 'Reject a request with a reason',
    auth: 'admin',
    permission: 'catalogRequest:decide',
    params: item,
    body: rejectionSchema,
    response: catalogRequestSchema,
    errors: [taxonomyErrors.requestDecided],
    handler: async ({ ctx, services, params, body }) =>
      catalogRequestResponse(
        await services.catalogRequests.reject(ctx, kindOf(params), params.id, body.reason),
      ),
  }),
]);
