import { z } from 'zod';
import { listQuerySchema, pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { accessErrors } from '#domain/access/access.errors.js';
import { apiKeyInputSchema, apiKeySchema, createdApiKeySchema } from './access.schemas.js';

/** A key that makes keys would outlive its own revocation. */
const byPeopleOnly = { auth: 'admin', permission: 'apiKey:manage', apiKeys: false } as const;

export const apiKeysRoutes = routes('access', [
  route({
    ...byPeopleOnly,
    method: 'get',
    path: '/admin/api-keys',
    summary: 'List API keys, including revoked ones',
    query: listQuerySchema({
      filters: { createdBy: 'id', createdAt: 'date', revokedAt: 'date', expiresAt: 'date' },
      sort: ['createdAt', 'name'],
    }),
    response: z.array(apiKeySchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) => pageReply(await services.apiKeys.list(query), (key) => key),
  }),
  route({
    ...byPeopleOnly,
    act: 'rights',
    method: 'post',
    path: '/admin/api-keys',
    summary: 'Create an API key',
    description:
      'The key is shown once. It is used as a bearer token, and never can more than its creator can at that moment.',
    body: apiKeyInputSchema,
    bodyExample: { name: 'Warehouse', permissions: ['order:view'] },
    unknownKeys: 'strict',
    response: createdApiKeySchema,
    success: 201,
    errors: [accessErrors.permissionNotHeld],
    handler: async ({ ctx, services, body }) => services.apiKeys.create(ctx, body),
  }),
  route({
    ...byPeopleOnly,
    method: 'delete',
    path: '/admin/api-keys/:apiKeyId',
    summary: 'Revoke an API key',
    description: 'A key of somebody else only by a caller who holds all that the key holds.',
    params: { apiKeyId: 'apiKey' },
    errors: [accessErrors.permissionNotHeld],
    response: apiKeySchema,
    handler: async ({ ctx, services, params }) => services.apiKeys.revoke(ctx, params.apiKeyId),
  }),
]);
