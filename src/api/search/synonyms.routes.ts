import { issueOf } from '#domain/_shared/issue-codes.js';
import { z } from 'zod';
import { listQuerySchema, pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { idOf, instantSchema, iso, textSchema } from '#api/kernel/values.js';
import type { Synonym } from '#domain/search/synonym.js';
import { searchErrors } from '#domain/search/search.errors.js';
import { foldedPhrase, phraseIssue } from '#domain/search/synonym-words.js';

const phraseSchema = textSchema(100)
  .trim()
  .superRefine((text, context) => {
    const message = phraseIssue(text);
    if (message) context.addIssue(issueOf('invalid_value', message));
  })
  .meta({ example: 'diya' });

const synonymInput = z
  .object({
    root: phraseSchema.nullable().optional().meta({
      description:
        'A search for it also finds the words, not the other way round; null makes the words equal',
    }),
    words: z
      .array(phraseSchema)
      .min(1)
      .max(50)
      .meta({ example: ['diya', 'deepak'] }),
  })
  .superRefine(({ root, words }, context) => {
    const distinct = new Set(words.map(foldedPhrase));
    if (!root && distinct.size < 2)
      context.addIssue(issueOf('too_small', 'must have at least two different words, or a root', ['words']));
  })
  .meta({ id: 'SynonymInput' });

const synonymSchema = z
  .object({
    id: idOf('searchSynonym'),
    root: z.string().nullable(),
    words: z.array(z.string()),
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .meta({ id: 'SearchSynonym' });

const responseOf = ({ createdAt, updatedAt, ...rest }: Synonym) => ({
  ...rest,
  createdAt: iso(createdAt),
  updatedAt: iso(updatedAt),
});

const base = '/admin/search/synonyms';
const common = { auth: 'admin', permission: 'search:manage' } as const;
const bodyExample = { root: 'beverage', words: ['chai', 'coffee'] };

export const synonymsRoutes = routes('search', [
  route({
    ...common,
    method: 'get',
    path: base,
    summary: 'List search synonyms',
    description: 'Searches roots and words.',
    query: listQuerySchema({ sort: ['createdAt', 'updatedAt'] }),
    response: z.array(synonymSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) => pageReply(await services.synonyms.list(query), responseOf),
  }),
  route({
    ...common,
    method: 'post',
    path: base,
    summary: 'Create a search synonym',
    description: 'In effect within a second. Words may be phrases of up to four words.',
    body: synonymInput,
    bodyExample,
    response: synonymSchema,
    success: 201,
    errors: [searchErrors.synonymTaken],
    handler: async ({ ctx, services, body }) => responseOf(await services.synonyms.create(ctx, body)),
  }),
  route({
    ...common,
    method: 'get',
    path: `${base}/:id`,
    summary: 'Get a synonym of the search',
    params: { id: 'searchSynonym' },
    response: synonymSchema,
    handler: async ({ services, params: { id } }) => responseOf(await services.synonyms.get(id)),
  }),
  route({
    ...common,
    method: 'put',
    path: `${base}/:id`,
    summary: 'Replace a search synonym',
    params: { id: 'searchSynonym' },
    body: synonymInput,
    bodyExample,
    response: synonymSchema,
    errors: [searchErrors.synonymTaken],
    handler: async ({ ctx, services, params, body }) =>
      responseOf(await services.synonyms.replace(ctx, params.id, body)),
  }),
  route({
    ...common,
    method: 'delete',
    path: `${base}/:id`,
    summary: 'Delete a search synonym',
    params: { id: 'searchSynonym' },
    response: synonymSchema,
    handler: async ({ ctx, services, params }) => responseOf(await services.synonyms.delete(ctx, params.id)),
  }),
]);
