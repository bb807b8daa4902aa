import { issueOf } from '#domain/_shared/issue-codes.js';
import { z } from 'zod';
import { listForms } from '#api/kernel/list-form.js';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { idOf, instantSchema, iso } from '#api/kernel/values.js';
import { missedKinds } from '#domain/search/missed-query.js';
import { rankBonuses, wordMatches, wordPlaces } from '#domain/search/search-explanation.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { searchErrors } from '#domain/search/search.errors.js';
import { boostSchema } from './search-rules.schemas.js';
import { flagSchema, pageSchema, productSearchMetadata, searchTextSchema } from './search.schemas.js';

/** A share of nothing is unknown. */
const shareOf = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

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

const eventCounts = {
  clicks: z.int().meta({ description: 'Products opened from its results, where storefronts report them' }),
  carts: z.int().meta({ description: 'Products put into a cart' }),
  orders: z.int().meta({ description: 'Products ordered' }),
};

const DAY_MS = 24 * 60 * 60 * 1_000;

const missedQuery = z
  .object({
    kind: z.enum(missedKinds).meta({
      description:
        '`zero-results` found nothing at least once; `low-clicks` found something ten times or more, and fewer than one in ten opened a product',
    }),
    days: pageSchema(90, 30).meta({ description: 'The last days' }),
    page: pageSchema(10_000, 1),
    limit: pageSchema(500, 100),
  })
  .register(listForms, { paging: 'page' });

const missedSchema = z
  .object({
    query: z.string().meta({ description: 'In lower case and without accents' }),
    searches: z.int(),
    zeroResults: z.int().meta({ description: 'Searches that found nothing' }),
    ...eventCounts,
  })
  .meta({ id: 'MissedSearchQuery' });

const querySchema = z
  .object({
    day: daySchema,
    query: z.string().meta({ description: 'In lower case and without accents' }),
    searches: z.int(),
    zeroResults: z.int().meta({ description: 'Searches that found nothing' }),
    zeroResultShare: z.number().nullable().meta({ description: 'From 0 to 1' }),
    ...eventCounts,
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

const explainQuery = z.object({
  q: searchTextSchema(200).optional().meta({ description: 'What a buyer types', example: 'brass diya' }),
  productId: idOf('product'),
});

const explanationSchema = z
  .object({
    product: z.object({ id: idOf('product'), title: z.string() }),
    found: z.boolean(),
    place: z
      .int()
      .nullable()
      .meta({ description: 'From 1, among the first 1,000; null where it is not there' }),
    total: z.int().meta({ description: 'Products that the search finds' }),
    understood: productSearchMetadata.shape.understood,
    didYouMean: productSearchMetadata.shape.didYouMean,
    relaxed: productSearchMetadata.shape.relaxed,
    words: z.array(
      z.object({
        text: z.string(),
        corrected: z.string().optional().meta({ description: 'What it was taken for' }),
        isDropped: z.boolean().meta({ description: 'Left out, because no product has all words' }),
        match: z
          .object({ by: z.enum(wordMatches), in: z.enum(wordPlaces) })
          .nullable()
          .meta({ description: 'How the product has it, and where; null where it has not' }),
      }),
    ),
    rule: z
      .object({
        id: idOf('searchRule'),
        pinned: z.int().nullable().meta({ description: 'The position; null where it is not pinned' }),
        buried: z.boolean(),
        boosts: z.array(boostSchema),
        placeWithout: z
          .int()
          .nullable()
          .meta({ description: 'The place that the words alone give it; null where they do not find it' }),
      })
      .nullable()
      .meta({ description: 'What the rule of the text does to the product; null without a rule' }),
    step: z
      .int()
      .nullable()
      .meta({ description: 'How well all words match, from 0 to 8; null on a search server' }),
    bonuses: z.array(z.enum(rankBonuses)),
    ties: z
      .object({ inStock: z.boolean(), popularity: z.int(), ratingCount: z.int() })
      .meta({ description: 'What orders products of one step' }),
    reasons: z.array(z.string()).meta({ description: 'The same in sentences' }),
  })
  .meta({ id: 'SearchExplanation' });

export const searchAdminRoutes = routes('search', [
  route({
    method: 'get',
    path: '/admin/search/explain',
    summary: 'Explain the place of a product in a search',
    description: 'Why a product stands where it stands for a text, or why it is absent.',
    auth: 'admin',
    permission: 'search:manage',
    query: explainQuery,
    response: explanationSchema,
    errors: [platformErrors.notFound, searchErrors.unavailable, searchErrors.filling],
    handler: async ({ services, query: { q = '', productId } }) =>
      services.searchExplain.explain(q, productId),
  }),
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
      return pageReply(found, (row) => ({ ...row, zeroResultShare: shareOf(row.zeroResults, row.searches) }));
    },
  }),
  route({
    method: 'get',
    path: '/admin/search/missed-queries',
    summary: 'List searches that find nothing or that few follow',
    description: 'Texts over several days, the most frequent first: candidates for a synonym.',
    auth: 'admin',
    permission: 'search:manage',
    query: missedQuery,
    response: z.array(missedSchema),
    metadata: pageMetadataSchema,
    handler: async ({ ctx, services, query: { kind, days = 30, page = 1, limit = 100 } }) => {
      const from = new Date(ctx.now.getTime() - days * DAY_MS).toISOString().slice(0, 10);
      return pageReply(
        await services.searchAdmin.missed(kind, { from, limit, offset: (page - 1) * limit }),
        (row) => row,
      );
    },
  }),
]);
