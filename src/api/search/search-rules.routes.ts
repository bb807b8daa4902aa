import { z } from 'zod';
import { ifMatchOf } from '#api/kernel/entity-tag.js';
import { listQuerySchema, pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply, Reply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { iso } from '#api/kernel/values.js';
import { isActive } from '#domain/search/search-rule.js';
import { searchErrors } from '#domain/search/search.errors.js';
import { previewInput, previewSchema, ruleExample, ruleInput, ruleSchema } from './search-rules.schemas.js';
import { type NamedRule, ruleTag } from './search-rules.service.js';

function responseOf({ rule, names }: NamedRule, now: Date): z.infer<typeof ruleSchema> {
  const { categoryId, pins, buried, boosts, activeFrom, activeUntil, createdAt, updatedAt, ...rest } = rule;
  const category = categoryId === null ? undefined : names.categories.get(categoryId);
  const productOf = (productId: string) => ({ productId, title: names.products.get(productId) ?? null });
  return {
    ...rest,
    category: category && categoryId !== null ? { id: categoryId, ...category } : null,
    pins: pins.map(({ productId, position }) => ({ ...productOf(productId), position })),
    buried: buried.map(productOf),
    boosts: boosts.map((boost) =>
      boost.kind === 'new'
        ? { ...boost, id: null, title: null }
        : { ...boost, title: names.entries.get(boost.id) ?? null, days: null },
    ),
    activeFrom: iso(activeFrom),
    activeUntil: iso(activeUntil),
    isActive: isActive(rule, now),
    createdBy: names.people.get(rule.createdBy) ?? rule.createdBy,
    updatedBy: names.people.get(rule.updatedBy) ?? rule.updatedBy,
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
  };
}

const tagged = (named: NamedRule, now: Date, status = 200) =>
  new Reply(responseOf(named, now), { status, headers: { etag: ruleTag(named.rule) } });

const base = '/admin/search/rules';
const common = { auth: 'admin', permission: 'search:manage' } as const;
const params = { id: 'searchRule' } as const;

export const searchRulesRoutes = routes('search', [
  route({
    ...common,
    method: 'get',
    path: base,
    summary: 'List search rules',
    description:
      'Searches the queries. Of several rules for the same, the active one that began last applies.',
    query: listQuerySchema({ sort: ['updatedAt', 'createdAt'] }),
    response: z.array(ruleSchema),
    metadata: pageMetadataSchema,
    handler: async ({ ctx, services, query }) =>
      pageReply(await services.searchRules.list(query), (row) => responseOf(row, ctx.now)),
  }),
  route({
    ...common,
    method: 'post',
    path: base,
    summary: 'Create a search rule',
    description:
      'Pins, burials, boosts or a redirect for a text, for a category, or for a text within a category. It applies where results are ordered by relevance, within a second.',
    body: ruleInput,
    bodyExample: ruleExample,
    response: ruleSchema,
    success: 201,
    errors: [searchErrors.ruleTaken],
    handler: async ({ ctx, services, body }) =>
      tagged(await services.searchRules.create(ctx, body), ctx.now, 201),
  }),
  route({
    ...common,
    method: 'post',
    path: `${base}/preview`,
    summary: 'Preview a search rule',
    description: 'The result without any rule and with this one. Nothing is saved.',
    body: previewInput,
    bodyExample: { rule: ruleExample },
    response: previewSchema,
    errors: [searchErrors.unavailable, searchErrors.filling],
    handler: async ({ ctx, services, body: { rule, limit = 20 } }) =>
      services.rulePreview.preview(rule, limit, ctx.now),
  }),
  route({
    ...common,
    method: 'get',
    path: `${base}/:id`,
    summary: 'Get a search rule',
    params,
    response: ruleSchema,
    handler: async ({ ctx, services, params: { id } }) => tagged(await services.searchRules.get(id), ctx.now),
  }),
  route({
    ...common,
    method: 'put',
    path: `${base}/:id`,
    summary: 'Replace a search rule',
    description: '`If-Match` keeps two editors from overwriting each other.',
    ifMatch: true,
    params,
    body: ruleInput,
    bodyExample: ruleExample,
    response: ruleSchema,
    errors: [searchErrors.ruleTaken],
    handler: async ({ ctx, services, params: { id }, body, request }) =>
      tagged(await services.searchRules.replace(ctx, id, body, ifMatchOf(request)), ctx.now),
  }),
  route({
    ...common,
    method: 'delete',
    path: `${base}/:id`,
    summary: 'Delete a search rule',
    params,
    response: ruleSchema,
    handler: async ({ ctx, services, params: { id } }) =>
      responseOf(await services.searchRules.delete(ctx, id), ctx.now),
  }),
]);
