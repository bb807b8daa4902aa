import { z } from 'zod';
import { contentHeaders, contentReply } from '#api/kernel/content-values.js';
import { entityTag } from '#api/kernel/entity-tag.js';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply, Reply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { slugOf } from '#api/kernel/values.js';
import { vendorPagesErrors } from '#domain/vendor-pages/vendor-pages.errors.js';
import {
  followedVendorResponse,
  followedVendorSchema,
  followedVendorsQuery,
  followSchema,
  storeVendorPageSchema,
  storeVendorResponse,
  storeVendorSchema,
  storeVendorsQuery,
} from './vendor-pages.schemas.js';

const follow = {
  path: '/store/vendors/:vendorId/follow',
  description: 'Idempotent.',
  auth: 'customer',
  rate: 'write',
  params: { vendorId: 'vendor' },
  response: followSchema,
  errors: [vendorPagesErrors.guestsCannotFollow],
} as const;

export const storeVendorsRoutes = routes('vendor-pages', [
  route({
    method: 'get',
    path: '/store/vendors',
    summary: 'List the vendors that have products on sale',
    description:
      'Searches names. In the order by rating few ratings count less than many. Numbers may be a minute old.',
    auth: 'public',
    query: storeVendorsQuery,
    response: z.array(storeVendorSchema),
    metadata: pageMetadataSchema,
    handler: async ({ ctx, services, query }) => {
      const page = await services.storeVendors.list(ctx, query);
      const { data, options } = pageReply(page, storeVendorResponse);
      return new Reply(data, { ...options, headers: contentHeaders(entityTag(page)) });
    },
  }),
  route({
    method: 'get',
    path: '/store/vendors/slug/:slug',
    summary: 'Get the page of a vendor',
    description:
      'A former slug finds the vendor, too: `slug` is the current one. A vendor that does not sell is not found.',
    auth: 'public',
    params: { slug: slugOf('vendor') },
    response: storeVendorPageSchema,
    handler: async ({ ctx, services, params }) =>
      contentReply<z.input<typeof storeVendorPageSchema>>(await services.storeVendors.page(ctx, params.slug)),
  }),
  route({
    ...follow,
    method: 'put',
    summary: 'Follow a vendor',
    handler: ({ ctx, services, params }) => services.storeVendors.follow(ctx, params.vendorId),
  }),
  route({
    ...follow,
    method: 'delete',
    summary: 'Unfollow a vendor',
    handler: ({ ctx, services, params }) => services.storeVendors.unfollow(ctx, params.vendorId),
  }),
  route({
    method: 'get',
    path: '/store/followed-vendors',
    summary: 'List the vendors that the current user follows',
    description: 'Vendors that do not sell at present are left out.',
    auth: 'customer',
    query: followedVendorsQuery,
    response: z.array(followedVendorSchema),
    metadata: pageMetadataSchema,
    handler: async ({ ctx, services, query }) =>
      pageReply(await services.storeVendors.followed(ctx, query), followedVendorResponse),
  }),
]);
