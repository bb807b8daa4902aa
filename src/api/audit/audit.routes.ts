import { z } from 'zod';
import { listQuerySchema, pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { iso } from '#api/kernel/values.js';
import { auditEntrySchema } from './audit.schemas.js';

export const auditRoutes = routes('audit', [
  route({
    method: 'get',
    path: '/admin/audit',
    summary: 'List audit entries',
    description: 'Values before and after; secrets are masked.',
    auth: 'admin',
    permission: 'audit:read',
    query: listQuerySchema({
      filters: {
        actorId: 'string',
        actorType: ['user', 'guest', 'api_key', 'system', 'webhook'],
        entity: 'string',
        entityId: 'string',
        action: 'string',
        key: 'string',
        vendorId: 'id',
        createdAt: 'date',
      },
    }),
    response: z.array(auditEntrySchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) => {
      const page = await services.audit.list(query);
      return pageReply(page, ({ createdAt, before, after, ...row }) => ({
        ...row,
        before: before as z.core.util.JSONType,
        after: after as z.core.util.JSONType,
        createdAt: iso(createdAt),
      }));
    },
  }),
]);
