import { z } from 'zod';
import { showCustomFields } from '#api/custom-fields/show-custom-fields.js';
import { JsonText, Reply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { memberCache } from './member-cache.js';
import { searchErrors } from '#domain/search/search.errors.js';
import {
  productSearchMetadata,
  productSearchQuery,
  productSearchSchema,
  searchEventSchema,
  suggestionsQuery,
  suggestionsSchema,
} from './search.schemas.js';

/** The documented path, and the list of products, which is the same search. */
const searches = [
  { path: '/store/product-search', summary: 'Search products' },
  { path: '/store/products', summary: 'List products on sale' },
];

export const searchRoutes = routes('search', [
  ...searches.map(({ path, summary }) =>
    showCustomFields(
      { entity: 'product', audience: 'public', rowsIn: 'products' },
      route({
        method: 'get',
        path,
        summary,
        description:
          'Free text, filters, sorting and facets over active, public, published products. All words must match; the last one may be unfinished, and words may have typos. Where no product has all words, as few as possible are left out (`metadata.relaxed`). A price at the end, as in "diya under 500", is a filter (`metadata.understood`). Unknown slugs and codes match nothing. Prices are those of this moment; filters and sorting follow the index, which is some moments behind.',
        auth: 'public',
        query: productSearchQuery,
        response: productSearchSchema,
        metadata: productSearchMetadata,
        errors: [searchErrors.unavailable, searchErrors.filling],
        handler: async ({ ctx, services, query }) => {
          const { brands: brandSlugs, tag, understand = true, ...rest } = query;
          const alsoIds = await services.memberListings.idsOf(ctx);
          const request = {
            ...rest,
            alsoIds,
            arrange: true,
            understand,
            brandSlugs,
            tagSlugs: tag ? [tag] : undefined,
          };
          const { json, metadata } = await services.productSearch.searchText(request, ctx.now);
          const data = new JsonText<z.infer<typeof productSearchSchema>>(json);
          return new Reply(data, { metadata, ...memberCache(alsoIds) });
        },
      }),
    ),
  ),
  route({
    method: 'post',
    path: '/store/search-events',
    summary: 'Count what buyers do with search results',
    description:
      'A product of a search was opened, put into a cart or ordered. Counted by text and day, without the buyer; it changes no order of products. Texts with an e-mail address or a long number are not counted, nor what nobody searched for.',
    auth: 'public',
    rate: 'event',
    body: searchEventSchema,
    bodyExample: { type: 'click', q: 'brass diya' },
    response: z.object({ counted: z.boolean() }),
    success: 202,
    handler: async ({ services, body: { q, type } }) => ({
      counted: services.productSearch.countEvent(q, type),
    }),
  }),
  route({
    method: 'get',
    path: '/store/product-search/suggestions',
    summary: 'Suggest texts and products for unfinished text',
    description:
      'Texts are what others searched for and found, brands, categories and titles: each of them finds something.',
    auth: 'public',
    query: suggestionsQuery,
    response: suggestionsSchema,
    errors: [searchErrors.unavailable, searchErrors.filling],
    handler: async ({ ctx, services, query }) => {
      const { q, limit = 5, variants = 'all' } = query;
      const alsoIds = await services.memberListings.idsOf(ctx);
      const json = await services.productSearch.suggestText({ q, limit, variants, alsoIds }, ctx.now);
      return new Reply(new JsonText<z.infer<typeof suggestionsSchema>>(json), memberCache(alsoIds));
    },
  }),
]);
