import { z } from 'zod';
import { contentReply } from '#api/kernel/content-values.js';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { jsonPageReply, Reply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { slugOf } from '#api/kernel/values.js';
import { memberCache } from '#api/search/member-cache.js';
import { productSearchMetadata } from '#api/search/search.schemas.js';
import { searchErrors } from '#domain/search/search.errors.js';
import {
  listingGroupSchema,
  listingGroupWithListingsSchema,
  listingProductsSchema,
  listingSchema,
  storeGroupsQuery,
} from './dynamic-listings.schemas.js';
import { listingProductsQuery } from './listing-filters.schemas.js';

const listing = { slug: slugOf('dynamicListing') };

export const storeListingsRoutes = routes('dynamic-listings', [
  route({
    method: 'get',
    path: '/store/dynamic-product-listing-groups',
    summary: 'List the product listing groups of the storefront',
    description: 'By title, without their listings.',
    auth: 'public',
    query: storeGroupsQuery,
    response: z.array(listingGroupSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query: { limit, offset } }) => {
      const { page, json, etag } = await services.storeListings.groups(limit, offset);
      const { headers } = contentReply({ text: json, etag }).options;
      const { data, options } = jsonPageReply<z.input<typeof listingGroupSchema>>(page, json);
      return new Reply(data, { ...options, headers });
    },
  }),
  route({
    method: 'get',
    path: '/store/dynamic-product-listing-groups/slug/:slug',
    summary: 'Get a product listing group with its listings',
    auth: 'public',
    params: { slug: slugOf('dynamicListingGroup') },
    response: listingGroupWithListingsSchema,
    handler: async ({ services, params }) =>
      contentReply<z.input<typeof listingGroupWithListingsSchema>>(
        await services.storeListings.group(params.slug),
      ),
  }),
  route({
    method: 'get',
    path: '/store/dynamic-product-listings/slug/:slug',
    summary: 'Get a product listing without its products',
    auth: 'public',
    params: listing,
    response: listingSchema,
    handler: async ({ services, params }) =>
      contentReply<z.input<typeof listingSchema>>(await services.storeListings.listing(params.slug)),
  }),
  route({
    method: 'get',
    path: '/store/dynamic-product-listings/slug/:slug/products',
    summary: 'Search the products of a product listing',
    description:
      'The saved filters of the listing, replaced field by field by those of the query; a field that is sent empty clears the saved one.',
    auth: 'public',
    params: listing,
    query: listingProductsQuery,
    response: listingProductsSchema,
    metadata: productSearchMetadata,
    errors: [searchErrors.unavailable, searchErrors.filling],
    handler: async ({ ctx, services, params, query: { page, limit, facets, variants, ...asked } }) => {
      const alsoIds = await services.memberListings.idsOf(ctx);
      const paging = { page, limit, facets, variants, alsoIds };
      const { data, metadata } = await services.storeListings.products(params.slug, asked, paging, ctx.now);
      return new Reply(data, { metadata, ...memberCache(alsoIds) });
    },
  }),
]);
