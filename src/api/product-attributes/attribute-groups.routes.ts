import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import {
  groupAnswer,
  groupInputSchema,
  groupListQuery,
  groupPatchSchema,
  groupSchema,
  liveGroupListQuery,
} from './product-attributes.schemas.js';

const base = '/admin/product-attribute-groups';
const params = { id: 'productAttributeGroup' } as const;

export const attributeGroupsRoutes = routes('product-attributes', [
  route({
    method: 'get',
    path: base,
    summary: 'List attribute groups',
    description: 'Searches titles and codes.',
    auth: 'admin',
    permission: 'productAttribute:read',
    query: groupListQuery,
    answer: z.array(groupSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.attributeGroups.list(query), groupAnswer),
  }),
  route({
    method: 'get',
    path: `${base}/:id`,
    summary: 'Retrieve an attribute group, deleted or not',
    auth: 'admin',
    permission: 'productAttribute:read',
    params,
    answer: groupSchema,
    handler: async ({ services, params }) => groupAnswer(await services.attributeGroups.get(params.id)),
  }),
  route({
    method: 'post',
    path: base,
    summary: 'Create an attribute group',
    auth: 'admin',
    permission: 'productAttribute:create',
    body: groupInputSchema,
    answer: groupSchema,
    success: 201,
    errors: [platformErrors.uniqueViolation],
    handler: async ({ ctx, services, body }) => groupAnswer(await services.attributeGroups.create(ctx, body)),
  }),
  route({
    method: 'put',
    path: `${base}/:id`,
    summary: 'Update an attribute group',
    description: 'Fields that are left out stay. `attributes` replaces the whole set of members.',
    auth: 'admin',
    permission: 'productAttribute:update',
    params,
    body: groupPatchSchema,
    answer: groupSchema,
    errors: [platformErrors.uniqueViolation],
    handler: async ({ ctx, services, params, body }) =>
      groupAnswer(await services.attributeGroups.update(ctx, params.id, body)),
  }),
  route({
    method: 'delete',
    path: `${base}/:id`,
    summary: 'Delete an attribute group',
    description: 'It can be restored. Products keep it. A repeat changes nothing.',
    auth: 'admin',
    permission: 'productAttribute:delete',
    params,
    answer: groupSchema,
    handler: async ({ ctx, services, params }) =>
      groupAnswer(await services.attributeGroups.delete(ctx, params.id)),
  }),
  route({
    method: 'post',
    path: `${base}/:id/restore`,
    summary: 'Restore an attribute group',
    description: 'Idempotent.',
    auth: 'admin',
    permission: 'productAttribute:update',
    params,
    answer: groupSchema,
    errors: [platformErrors.uniqueViolation],
    handler: async ({ ctx, services, params }) =>
      groupAnswer(await services.attributeGroups.restore(ctx, params.id)),
  }),
  route({
    method: 'get',
    path: '/vendor/product-attribute-groups',
    summary: 'List active attribute groups',
    auth: 'vendor',
    query: liveGroupListQuery,
    answer: z.array(groupSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.attributeGroups.list(query), groupAnswer),
  }),
]);
