import { issueOf } from '#domain/_shared/issue-codes.js';
import { z } from 'zod';
import { listForms } from '#api/kernel/list-form.js';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { idOf, instantSchema, iso } from '#api/kernel/values.js';
import { flagSchema, pageSchema } from './search.schemas.js';

const daySchema = z.iso.date().meta({ format: 'date', example: '2026-11-21' });

const queriesQuery = z
  .object({
    from: daySchema.optional().meta({ description: 'First day, UTC' }),
    to: daySchema.optional().meta({ description: 'Last day, UTC' }),
    zeroResults: flagSchema.optional().meta({
      description: '`true` shows what found nothing at least once, `false` what always found something',
    }),
    page: pageSchema(10_000, 1),
    limit: pageSchema(500, 100),
  })
  .superRefine(({ from, to }, context) => {
    if (from && to && from > to) context.addIssue(issueOf('inconsistent', 'must not be before from', ['to']));
  })
  .register(listForms, { paging: 'page' });

const querySchema = z
  .object({
    day: daySchema,
    query: z.string().meta({ description: 'In lower case and without accents' }),
    searches: z.int(),
    zeroResults: z.int().meta({ description: 'Searches that found nothing' }),
    zeroResultShare: z.number().meta({ description: 'From 0 to 1' }),
  })
  .meta({ id: 'SearchQueryCount' });

const indexSchema = z
  .object({
    engine: z.enum(['embedded', 'typesense']),
    reachable: z.boolean(),
    alias: z.string().nullable().meta({ description: 'The collection that searches go to' }),
    collections: z.array(
      z.object({
        name: z.string(),
        version: z.int(),
        state: z.enum(['building', 'live', 'former']),
        documents: z.int().nullable().meta({ description: 'Null while the engine cannot be reached' }),
        createdAt: instantSchema,
        retiredAt: instantSchema.nullable(),
      }),
    ),
    waiting: z.int().meta({ description: 'Products to be indexed now' }),
    leased: z.int().meta({ description: 'Products in the hands of a worker' }),
    retrying: z.int().meta({ description: 'Products that failed and wait for their next attempt' }),
    failing: z.int().meta({ description: 'Products that failed ten times in a row or more' }),
    oldest: instantSchema.nullable().meta({ description: 'Since when the oldest product waits' }),
    failures: z.array(
      z.object({
        jobId: z.string(),
        productId: idOf('product'),
        attempts: z.int(),
        error: z.string(),
        retryAt: instantSchema.nullable(),
      }),
    ),
  })
  .meta({ id: 'SearchIndex' });

export const searchAdminRoutes = routes('search', [
  route({
    method: 'get',
    path: '/admin/search/index',
    summary: 'Get the state of the search index',
    auth: 'admin',
    permission: 'search:reindex',
    response: indexSchema,
    handler: async ({ services }) => {
      const { collections, oldest, failures, ...rest } = await services.searchAdmin.status();
      return {
        ...rest,
        oldest: iso(oldest),
        collections: collections.map(({ createdAt, retiredAt, ...item }) => ({
          ...item,
          createdAt: iso(createdAt),
          retiredAt: iso(retiredAt),
        })),
        failures: failures.map(({ retryAt, ...item }) => ({ ...item, retryAt: iso(retryAt) })),
      };
    },
  }),
  route({
    method: 'get',
    path: '/admin/search/queries',
    summary: 'List what buyers search for, by day',
    description: 'Folded texts with their counts, kept for 90 days; nothing is kept of the person.',
    auth: 'admin',
    permission: 'search:manage',
    query: queriesQuery,
    response: z.array(querySchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) => {
      const { page = 1, limit = 100, ...filters } = query;
      const found = await services.searchAdmin.queries({ ...filters, limit, offset: (page - 1) * limit });
      return pageReply(found, (row) => ({ ...row, zeroResultShare: row.zeroResults / row.searches }));
    },
  }),
]);
