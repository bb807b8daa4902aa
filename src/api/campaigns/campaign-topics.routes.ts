import { z } from 'zod';
import { route, routes } from '#api/kernel/route.js';
import { campaignsErrors } from '#domain/campaigns/campaigns.errors.js';
import {
  topicExample,
  topicInput,
  topicPatch,
  topicResponse,
  topicSchema,
  topicStatisticsQuery,
  topicStatisticsSchema,
} from './campaign-topics.schemas.js';

const permission = 'notifications:broadcast';

export const campaignTopicsRoutes = routes('campaigns', [
  route({
    method: 'get',
    path: '/admin/campaigns/topics',
    summary: 'List the topics of campaigns',
    description: 'In the order of the preference page, archived ones included.',
    auth: 'admin',
    permission,
    response: z.array(topicSchema),
    handler: async ({ services }) => (await services.campaignTopics.list()).map(topicResponse),
  }),
  route({
    method: 'post',
    path: '/admin/campaigns/topics',
    summary: 'Create a topic of campaigns',
    description: 'Once there is one, each campaign names a topic. At most twenty that are not archived.',
    auth: 'admin',
    permission,
    unknownKeys: 'strict',
    body: topicInput,
    bodyExample: topicExample,
    response: topicSchema,
    success: 201,
    errors: [campaignsErrors.tooManyTopics],
    handler: async ({ ctx, services, body }) =>
      topicResponse(await services.campaignTopics.create(ctx, body)),
  }),
  route({
    method: 'get',
    path: '/admin/campaigns/topics/statistics',
    summary: 'Get clicks, unsubscribes and complaints by topic',
    auth: 'admin',
    permission,
    query: topicStatisticsQuery,
    response: z.array(topicStatisticsSchema),
    handler: ({ ctx, services, query }) => services.campaignTopics.statistics(ctx, query.days),
  }),
  route({
    method: 'get',
    path: '/admin/campaigns/topics/:id',
    summary: 'Get a topic of campaigns',
    auth: 'admin',
    permission,
    params: { id: 'campaignTopic' },
    response: topicSchema,
    handler: async ({ services, params }) => topicResponse(await services.campaignTopics.get(params.id)),
  }),
  route({
    method: 'put',
    path: '/admin/campaigns/topics/:id',
    summary: 'Update a topic of campaigns',
    description:
      'Its names, its place, and whether it is archived. Fields that are left out stay as they are. What customers have said to it is kept.',
    auth: 'admin',
    permission,
    params: { id: 'campaignTopic' },
    unknownKeys: 'strict',
    body: topicPatch,
    bodyExample: topicExample,
    response: topicSchema,
    errors: [campaignsErrors.tooManyTopics],
    handler: async ({ ctx, services, params, body }) =>
      topicResponse(await services.campaignTopics.update(ctx, params.id, body)),
  }),
]);
