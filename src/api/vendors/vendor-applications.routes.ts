import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { rejectionSchema } from '#api/kernel/rejection.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { vendorsErrors } from '#domain/vendors/vendors.errors.js';
import {
  applicationResponse,
  applicationsQuery,
  ownApplicationResponse,
  ownApplicationSchema,
  ownApplicationsQuery,
  vendorApplicationInputSchema,
  vendorApplicationSchema,
} from './vendor-applications.schemas.js';

const params = { id: 'vendorApplication' } as const;

export const vendorApplicationsRoutes = routes('vendors', [
  route({
    method: 'post',
    path: '/store/vendor-applications',
    summary: 'Apply to sell',
    description: 'One application at a time. The decision comes by mail to the account.',
    auth: 'session',
    body: vendorApplicationInputSchema,
    response: ownApplicationSchema,
    success: 201,
    errors: [vendorsErrors.guestsCannotApply, vendorsErrors.applicationOpen],
    handler: async ({ ctx, services, body }) =>
      ownApplicationResponse(await services.vendorApplications.apply(ctx, body)),
  }),
  route({
    method: 'get',
    path: '/store/vendor-applications/mine',
    summary: 'List your own applications',
    auth: 'session',
    query: ownApplicationsQuery,
    response: z.array(ownApplicationSchema),
    metadata: pageMetadataSchema,
    handler: async ({ ctx, services, query }) =>
      pageReply(await services.vendorApplications.listOwn(ctx, query), ownApplicationResponse),
  }),
  route({
    method: 'get',
    path: '/admin/vendor-applications',
    summary: 'List applications to sell',
    auth: 'admin',
    permission: 'vendor:view',
    query: applicationsQuery,
    response: z.array(vendorApplicationSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.vendorApplications.list(query), applicationResponse),
  }),
  route({
    method: 'get',
    path: '/admin/vendor-applications/:id',
    summary: 'Get an application',
    auth: 'admin',
    permission: 'vendor:view',
    params,
    response: vendorApplicationSchema,
    handler: async ({ services, params }) =>
      applicationResponse(await services.vendorApplications.get(params.id)),
  }),
  route({
    method: 'post',
    path: '/admin/vendor-applications/:id/approve',
    summary: 'Approve an application: its vendor is opened',
    description:
      'Makes the organization with the applicant as its owner, and the vendor, and notifies the applicant.',
    auth: 'admin',
    permission: 'vendorApplication:decide',
    params,
    response: vendorApplicationSchema,
    errors: [vendorsErrors.applicationDecided],
    handler: async ({ ctx, services, params }) =>
      applicationResponse(await services.vendorApplications.approve(ctx, params.id)),
  }),
  route({
    method: 'post',
    path: '/admin/vendor-applications/:id/reject',
    summary: 'Reject an application with a reason',
    auth: 'admin',
    permission: 'vendorApplication:decide',
    params,
    body: rejectionSchema,
    response: vendorApplicationSchema,
    errors: [vendorsErrors.applicationDecided],
    handler: async ({ ctx, services, params, body }) =>
      applicationResponse(await services.vendorApplications.reject(ctx, params.id, body.reason)),
  }),
]);
