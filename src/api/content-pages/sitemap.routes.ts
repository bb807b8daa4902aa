import { z } from 'zod';
import { cursorMetadataSchema } from '#api/kernel/cursor-query.js';
import { listForms } from '#api/kernel/list-form.js';
import { JsonText, Reply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { idSchema, instantSchema } from '#api/kernel/values.js';
import { SITEMAP_PAGE, type SitemapKind, sitemapKinds } from '#domain/content-pages/sitemap.js';

const entrySchema = z.object({ slug: z.string(), updatedAt: instantSchema }).meta({ id: 'SitemapEntry' });

const sitemapQuery = z.object({
  cursor: idSchema.optional().meta({ description: '`nextCursor` of the page before' }),
});
sitemapQuery.register(listForms, { paging: 'cursor' });

/** Search engines ask rarely and for much; a new product may wait five minutes. */
const CACHE = { 'Cache-Control': 'public, max-age=300, stale-while-revalidate=3600' };

export const sitemapRoutes = routes('content-pages', [
  route({
    method: 'get',
    path: '/store/sitemap/:kind',
    summary: 'List the slugs of a kind for a sitemap',
    description: `Everything that buyers can open, ${SITEMAP_PAGE.toLocaleString('en')} a page; collections are product listings.`,
    auth: 'public',
    params: { kind: z.enum(sitemapKinds) },
    query: sitemapQuery,
    response: z.array(entrySchema),
    metadata: cursorMetadataSchema,
    handler: async ({ ctx, services, params, query }) => {
      const { rows, next } = await services.sitemap.page(ctx, params.kind as SitemapKind, query.cursor);
      return new Reply(new JsonText<z.input<typeof entrySchema>[]>(rows), {
        metadata: { limit: SITEMAP_PAGE, hasMore: next !== null, nextCursor: next },
        headers: CACHE,
      });
    },
  }),
]);
