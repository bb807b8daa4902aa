import { z } from 'zod';
import { contentGroupResponse } from '#api/kernel/content-groups.js';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import {
  listingGroupInput,
  listingGroupListQuery,
  listingGroupPatch,
  listingGroupSchema,
  listingGroupWithListingsResponse,
  listingGroupWithListingsSchema,
  listingOrderSchema,
  listingResponse,
  listingSchema,
} from './dynamic-listings.schemas.js';

const base = '/admin/dynamic-product-listing-groups';
const params = { id: 'dynamicListingGroup' } as const;

export const listingGroupsRoutes = routes('dynamic-listings', [
  route({
    method: 'get',
    path: base,
    summary: 'List dynamic product listing groups',
    description: 'Without their listings.',
    auth: 'admin',
    permission: 'dynamicListing:read',
    query: listingGroupListQuery,
    response: z.array(listingGroupSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.listingGroups.list(query), contentGroupResponse),
  }),
  route({
    method: 'post',
    path: base,
    summary: 'Create a dynamic product listing group',
    auth: 'admin',
    permission: 'dynamicListing:create',
    body: listingGroupInput,
    response: listingGroupSchema,
    success: 201,
    errors: [platformErrors.uniqueViolation],
    handler: async ({ ctx, services, body }) =>
      contentGroupResponse(await services.listingGroups.create(ctx, body)),
  }),
  route({
    method: 'get',
    path: `${base}/:id`,
    summary: 'Get a dynamic product listing group with its listings',
    auth: 'admin',
    permission: 'dynamicListing:read',
    params,
    response: listingGroupWithListingsSchema,
    handler: async ({ services, params }) =>
      listingGroupWithListingsResponse(await services.listingGroups.get(params.id)),
  }),
  route({
    method: 'put',
    path: `${base}/:id`,
    summary: 'Update a dynamic product listing group',
    description: 'Fields that are left out stay as they are.',
    auth: 'admin',
    permission: 'dynamicListing:update',
    params,
    body: listingGroupPatch,
    response: listingGroupSchema,
    errors: [platformErrors.uniqueViolation],
    handler: async ({ ctx, services, params, body }) =>
      contentGroupResponse(await services.listingGroups.update(ctx, params.id, body)),
  }),
  route({
    method: 'delete',
    path: `${base}/:id`,
    summary: 'Delete a dynamic product listing group',
    description: 'For good. Its listings stay, without a group.',
    auth: 'admin',
    permission: 'dynamicListing:delete',
    params,
    response: listingGroupSchema,
    handler: async ({ ctx, services, params }) =>
      contentGroupResponse(await services.listingGroups.delete(ctx, params.id)),
  }),
  route({
    method: 'put',
    path: `${base}/:id/listings/reorder`,
    ifMatch: '/admin/dynamic-product-listing-groups/:id',
    summary: 'Reorder the listings of a group',
    description: 'Listings that are not named keep their place.',
    auth: 'admin',
    permission: 'dynamicListing:update',
    params,
    body: listingOrderSchema,
    response: z.array(listingSchema),
    handler: async ({ ctx, services, params, body }) =>
      (await services.listingGroups.reorder(ctx, params.id, body.listings)).map(listingResponse),
  }),
]);
