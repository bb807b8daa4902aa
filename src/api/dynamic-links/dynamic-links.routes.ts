import { z } from 'zod';
import { withSortOrder } from '#api/kernel/content-groups.js';
import { contentPlatformOf, contentReply, platformQuery } from '#api/kernel/content-values.js';
import { withWindow } from '#api/kernel/visible-window.js';
import { route, routes } from '#api/kernel/route.js';
import { slugOf } from '#api/kernel/values.js';
import { dynamicLinksErrors } from '#domain/dynamic-links/dynamic-links.errors.js';
import {
  linkGroupWithLinksSchema,
  linkInput,
  linkOrderSchema,
  linkResponse,
  linkSchema,
} from './dynamic-links.schemas.js';

const base = '/admin/dynamic-link-groups/:id/links';
const group = { id: 'dynamicLinkGroup' } as const;
const link = { ...group, linkId: 'dynamicLink' } as const;

export const dynamicLinksRoutes = routes('dynamic-links', [
  route({
    method: 'get',
    path: base,
    summary: 'List the links of a group',
    description: 'Active and inactive ones, in their order.',
    auth: 'admin',
    permission: 'dynamicLink:read',
    params: group,
    response: z.array(linkSchema),
    handler: async ({ services, params }) => (await services.dynamicLinks.list(params.id)).map(linkResponse),
  }),
  route({
    method: 'post',
    path: base,
    summary: 'Add a link to a group',
    auth: 'admin',
    permission: 'dynamicLink:create',
    params: group,
    body: linkInput,
    bodyExample: { image: 'media/links/lamps.jpg', url: '/collections/lamps', text: 'Lamps' },
    response: linkSchema,
    success: 201,
    errors: [dynamicLinksErrors.tooManyLinks],
    handler: async ({ ctx, services, params, body }) =>
      linkResponse(await services.dynamicLinks.create(ctx, params.id, withSortOrder(withWindow(body)))),
  }),
  route({
    method: 'get',
    path: `${base}/:linkId`,
    summary: 'Get a link of a group',
    auth: 'admin',
    permission: 'dynamicLink:read',
    params: link,
    response: linkSchema,
    handler: async ({ services, params }) =>
      linkResponse(await services.dynamicLinks.get(params.id, params.linkId)),
  }),
  route({
    method: 'put',
    path: `${base}/reorder`,
    summary: 'Reorder the links of a group',
    ifMatch: '/admin/dynamic-link-groups/:id',
    description: 'Links that are not named keep their place.',
    auth: 'admin',
    permission: 'dynamicLink:update',
    params: group,
    body: linkOrderSchema,
    response: z.array(linkSchema),
    handler: async ({ ctx, services, params, body }) =>
      (await services.dynamicLinks.reorder(ctx, params.id, body.links)).map(linkResponse),
  }),
  route({
    method: 'put',
    path: `${base}/:linkId`,
    summary: 'Update a link',
    description: 'Fields that are left out stay as they are.',
    auth: 'admin',
    permission: 'dynamicLink:update',
    params: link,
    body: linkInput,
    response: linkSchema,
    handler: async ({ ctx, services, params, body }) =>
      linkResponse(
        await services.dynamicLinks.update(ctx, params.id, params.linkId, withSortOrder(withWindow(body))),
      ),
  }),
  route({
    method: 'delete',
    path: `${base}/:linkId`,
    summary: 'Delete a link',
    description: 'For good: it cannot be restored.',
    auth: 'admin',
    permission: 'dynamicLink:delete',
    params: link,
    response: linkSchema,
    handler: async ({ ctx, services, params }) =>
      linkResponse(await services.dynamicLinks.delete(ctx, params.id, params.linkId)),
  }),
  route({
    method: 'get',
    path: '/store/dynamic-link-groups/slug/:slug',
    summary: 'Get a dynamic link group with its active links',
    description: 'The header `x-platform` counts where the query says no platform.',
    auth: 'public',
    params: { slug: slugOf('dynamicLinkGroup') },
    query: platformQuery,
    response: linkGroupWithLinksSchema,
    handler: async ({ services, params, query, request }) =>
      contentReply<z.input<typeof linkGroupWithLinksSchema>>(
        await services.dynamicLinks.readForStore(params.slug, contentPlatformOf(request, query)),
        { Vary: 'x-platform' },
      ),
  }),
]);
