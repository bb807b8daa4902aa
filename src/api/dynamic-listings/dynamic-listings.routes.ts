import { z } from 'zod';
import { withSortOrder } from '#api/kernel/content-groups.js';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { dynamicListingsErrors } from '#domain/dynamic-listings/dynamic-listings.errors.js';
import {
  listingInput,
  listingListQuery,
  listingPatch,
  listingResponse,
  listingSchema,
} from './dynamic-listings.schemas.js';

const base = '/admin/dynamic-product-listings';
const params = { id: 'dynamicListing' } as const;
const errors = [platformErrors.uniqueViolation, dynamicListingsErrors.tooManyListings];

export const dynamicListingsRoutes = routes('dynamic-listings', [
  route({
    method: 'get',
    path: base,
    summary: 'List dynamic product listings',
    auth: 'admin',
    permission: 'dynamicListing:read',
    query: listingListQuery,
    response: z.array(listingSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.dynamicListings.list(query), listingResponse),
  }),
  route({
    method: 'post',
    path: base,
    summary: 'Create a dynamic product listing',
    description: 'Filters pass the rules of the query of its products; `page` and `limit` are dropped.',
    auth: 'admin',
    permission: 'dynamicListing:create',
    body: listingInput,
    bodyExample: { title: 'New lamps', filters: { categories: 'lamps', sortBy: 'new' } },
    response: listingSchema,
    success: 201,
    errors,
    handler: async ({ ctx, services, body }) =>
      listingResponse(await services.dynamicListings.create(ctx, withSortOrder(body))),
  }),
  route({
    method: 'get',
    path: `${base}/:id`,
    summary: 'Get a dynamic product listing',
    auth: 'admin',
    permission: 'dynamicListing:read',
    params,
    response: listingSchema,
    handler: async ({ services, params }) => listingResponse(await services.dynamicListings.get(params.id)),
  }),
  route({
    method: 'put',
    path: `${base}/:id`,
    summary: 'Update a dynamic product listing',
    description: 'Fields that are left out stay as they are. `filters` are replaced as a whole.',
    auth: 'admin',
    permission: 'dynamicListing:update',
    params,
    body: listingPatch,
    response: listingSchema,
    errors,
    handler: async ({ ctx, services, params, body }) =>
      listingResponse(await services.dynamicListings.update(ctx, params.id, withSortOrder(body))),
  }),
  route({
    method: 'delete',
    path: `${base}/:id`,
    summary: 'Delete a dynamic product listing',
    description: 'For good: it cannot be restored.',
    auth: 'admin',
    permission: 'dynamicListing:delete',
    params,
    response: listingSchema,
    handler: async ({ ctx, services, params }) =>
      listingResponse(await services.dynamicListings.delete(ctx, params.id)),
  }),
]);
