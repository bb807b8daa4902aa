import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import {
  groupResponse,
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
    response: z.array(groupSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.attributeGroups.list(query), groupResponse),
  }),
  route({
    method: 'get',
    path: `${base}/:id`,
    summary: 'Get an attribute group, deleted or not',
    auth: 'admin',
    permission: 'productAttribute:read',
    params,
    response: groupSchema,
    handler: async ({ services, params }) => groupResponse(await services.attributeGroups.get(params.id)),
  }),
  route({
    method: 'post',
    path: base,
    summary: 'Create an attribute group',
    auth: 'admin',
    permission: 'productAttribute:create',
    body: groupInputSchema,
    response: groupSchema,
    success: 201,
    errors: [platformErrors.uniqueViolation],
    handler: async ({ ctx, services, body }) =>
      groupResponse(await services.attributeGroups.create(ctx, body)),
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
    response: groupSchema,
    errors: [platformErrors.uniqueViolation],
    handler: async ({ ctx, services, params, body }) =>
      groupResponse(await services.attributeGroups.update(ctx, params.id, body)),
  }),
  route({
    method: 'delete',
    path: `${base}/:id`,
    summary: 'Delete an attribute group',
    description: 'It can be restored. Products keep it. A repeat changes nothing.',
    auth: 'admin',
    permission: 'productAttribute:delete',
    params,
    response: groupSchema,
    handler: async ({ ctx, services, params }) =>
      groupResponse(await services.attributeGroups.delete(ctx, params.id)),
  }),
  route({
    method: 'post',
    path: `${base}/:id/restore`,
    restores: true,
    summary: 'Restore an attribute group',
    description: 'Idempotent.',
    auth: 'admin',
    permission: 'productAttribute:update',
    params,
    response: groupSchema,
    errors: [platformErrors.uniqueViolation],
    handler: async ({ ctx, services, params }) =>
      groupResponse(await services.attributeGroups.restore(ctx, params.id)),
  }),
  route({
    method: 'get',
    path: '/vendor/product-attribute-groups',
    summary: 'List active attribute groups',
    auth: 'vendor',
    query: liveGroupListQuery,
    response: z.array(groupSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.attributeGroups.list(query), groupResponse),
  }),
]);
