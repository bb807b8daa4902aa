import { z } from 'zod';
import { listQuerySchema, pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import { idSchema } from '#api/kernel/values.js';
import { type FeedGap, identifierProblems, LEAST_PICTURE } from '#domain/feeds/feed-gap.js';

const feedGapSchema = z
  .object({
    variantId: idSchema,
    productId: idSchema,
    vendorId: idSchema,
    productTitle: z.string(),
    sku: z.string().nullable(),
    code: z.string().nullable().meta({ description: 'EAN, UPC or barcode as entered' }),
    identifierProblem: z.enum(identifierProblems).nullable(),
    smallPicture: z.boolean().meta({ description: `Below ${LEAST_PICTURE} pixels on a side` }),
  })
  .meta({ id: 'FeedGap' });

const filters = { identifierProblem: identifierProblems, smallPicture: 'boolean', productId: 'id' } as const;
const gaps = { method: 'get', response: z.array(feedGapSchema), metadata: pageMetadataSchema } as const;
const same = (gap: FeedGap) => gap;

export const feedGapsRoutes = routes('feeds', [
  route({
    ...gaps,
    path: '/admin/feed-gaps',
    summary: 'List variants with a barcode or picture feeds refuse',
    auth: 'admin',
    permission: 'vendor:view',
    query: listQuerySchema({ filters: { ...filters, vendorId: 'id' } }),
    handler: async ({ services, query }) => pageReply(await services.feedGaps.list({}, query), same),
  }),
  route({
    ...gaps,
    path: '/vendor/feed-gaps',
    summary: 'List own variants with a barcode or picture feeds refuse',
    auth: 'vendor',
    query: listQuerySchema({ filters }),
    handler: async ({ ctx, services, query }) =>
      pageReply(await services.feedGaps.list({ vendorId: requireVendor(ctx) }, query), same),
  }),
]);
