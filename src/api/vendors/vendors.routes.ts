import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { withCustomFields } from '#api/custom-fields/custom-fields.schemas.js';
import { showCustomFields } from '#api/custom-fields/show-custom-fields.js';
import {
  vendorResponse,
  vendorListQuery,
  vendorProfilePatchSchema,
  vendorSchema,
  vendorSupportSchema,
  vendorTermsPatchSchema,
} from './vendors.schemas.js';

export const vendorsRoutes = routes('vendors', [
  showCustomFields(
    { entity: 'vendor', audience: 'vendor' },
    route({
      method: 'get',
      path: '/vendor/profile',
      summary: 'Get the profile of the active vendor',
      auth: 'vendor',
      response: vendorSchema,
      handler: async ({ ctx, services }) => vendorResponse(await services.vendors.profile(ctx)),
    }),
  ),
  showCustomFields(
    { entity: 'vendor', audience: 'vendor' },
    route({
      method: 'patch',
      path: '/vendor/profile',
      summary: 'Update the profile of the active vendor',
      description:
        'Omitted fields do not change. GSTIN, state code and address must name the same state. Issued invoices do not change.',
      auth: 'vendor',
      vendorRole: 'admin',
      body: withCustomFields(vendorProfilePatchSchema, 'vendor', 'vendor'),
      response: vendorSchema,
      handler: async ({ ctx, services, body: { customFields, ...body } }) => {
        const also = services.customFields.within(ctx, 'vendor', customFields);
        return vendorResponse(await services.vendors.updateProfile(ctx, body, also));
      },
    }),
  ),
  showCustomFields(
    { entity: 'vendor', audience: 'admin' },
    route({
      method: 'get',
      path: '/admin/vendors',
      summary: 'List vendors',
      auth: 'admin',
      permission: 'vendor:view',
      query: vendorListQuery,
      response: z.array(vendorSchema),
      metadata: pageMetadataSchema,
      handler: async ({ services, query }) => pageReply(await services.vendors.list(query), vendorResponse),
    }),
  ),
  showCustomFields(
    { entity: 'vendor', audience: 'admin' },
    route({
      method: 'get',
      path: '/admin/vendors/:vendorId',
      summary: 'Get a vendor',
      auth: 'admin',
      permission: 'vendor:view',
      params: { vendorId: 'vendor' },
      response: vendorSchema,
      handler: async ({ services, params }) => vendorResponse(await services.vendors.get(params.vendorId)),
    }),
  ),
  showCustomFields(
    { entity: 'vendor', audience: 'admin' },
    route({
      method: 'patch',
      path: '/admin/vendors/:vendorId',
      summary: 'Update a vendor’s commission or status',
      description:
        'A new commission applies to sales from then on. The products of a suspended vendor leave search and cannot be bought.',
      auth: 'admin',
      permission: 'vendor:update',
      params: { vendorId: 'vendor' },
      body: withCustomFields(vendorTermsPatchSchema, 'vendor', 'admin'),
      response: vendorSchema,
      handler: async ({ ctx, services, params, body: { customFields, ...body } }) => {
        const also = services.customFields.within(ctx, 'vendor', customFields);
        return vendorResponse(await services.vendors.updateTerms(ctx, params.vendorId, body, also));
      },
    }),
  ),
  route({
    method: 'post',
    path: '/admin/vendors/:vendorId/support',
    summary: 'Open the panel of a vendor to look at it',
    description:
      'For an hour, the `GET` operations of vendors respond to this session as to the owner; the others are refused with 403. The audit log records who looks. A repeat begins the hour anew, and another vendor takes the place of the first.',
    auth: 'admin',
    permission: 'vendor:support',
    apiKeys: false,
    params: { vendorId: 'vendor' },
    response: vendorSupportSchema,
    handler: ({ ctx, services, params }) => services.vendorSupport.open(ctx, params.vendorId),
  }),
  route({
    method: 'delete',
    path: '/admin/vendors/:vendorId/support',
    summary: 'Leave the panel of a vendor',
    description: 'Idempotent.',
    auth: 'admin',
    permission: 'vendor:support',
    apiKeys: false,
    params: { vendorId: 'vendor' },
    response: z.null(),
    handler: ({ ctx, services, params }) => services.vendorSupport.close(ctx, params.vendorId),
  }),
]);
