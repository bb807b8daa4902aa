import { z } from 'zod';
import { contentGroupResponse } from '#api/kernel/content-groups.js';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import {
  linkGroupInput,
  linkGroupListQuery,
  linkGroupPatch,
  linkGroupSchema,
  linkGroupWithLinksResponse,
  linkGroupWithLinksSchema,
} from './dynamic-links.schemas.js';

const params = { id: 'dynamicLinkGroup' } as const;

export const linkGroupsRoutes = routes('dynamic-links', [
  route({
    method: 'get',
    path: '/admin/dynamic-link-groups',
    summary: 'List dynamic link groups',
    description: 'Without their links.',
    auth: 'admin',
    permission: 'dynamicLink:read',
    query: linkGroupListQuery,
    response: z.array(linkGroupSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.linkGroups.list(query), contentGroupResponse),
  }),
  route({
    method: 'post',
    path: '/admin/dynamic-link-groups',
    summary: 'Create a dynamic link group',
    auth: 'admin',
    permission: 'dynamicLink:create',
    body: linkGroupInput,
    response: linkGroupSchema,
    success: 201,
    errors: [platformErrors.uniqueViolation],
    handler: async ({ ctx, services, body }) =>
      contentGroupResponse(await services.linkGroups.create(ctx, body)),
  }),
  route({
    method: 'get',
    path: '/admin/dynamic-link-groups/:id',
    summary: 'Get a dynamic link group with all its links',
    auth: 'admin',
    permission: 'dynamicLink:read',
    params,
    response: linkGroupWithLinksSchema,
    handler: async ({ services, params }) =>
      linkGroupWithLinksResponse(await services.linkGroups.get(params.id)),
  }),
  route({
    method: 'put',
    path: '/admin/dynamic-link-groups/:id',
    summary: 'Update a dynamic link group',
    description: 'Fields that are left out stay as they are.',
    auth: 'admin',
    permission: 'dynamicLink:update',
    params,
    body: linkGroupPatch,
    response: linkGroupSchema,
    errors: [platformErrors.uniqueViolation],
    handler: async ({ ctx, services, params, body }) =>
      contentGroupResponse(await services.linkGroups.update(ctx, params.id, body)),
  }),
  route({
    method: 'delete',
    path: '/admin/dynamic-link-groups/:id',
    summary: 'Delete a dynamic link group with its links',
    description: 'For good: it cannot be restored.',
    auth: 'admin',
    permission: 'dynamicLink:delete',
    params,
    response: linkGroupWithLinksSchema,
    handler: async ({ ctx, services, params }) =>
      linkGroupWithLinksResponse(await services.linkGroups.delete(ctx, params.id)),
  }),
]);
