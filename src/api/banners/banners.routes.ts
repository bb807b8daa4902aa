import { z } from 'zod';
import { contentReply, platformQuery } from '#api/kernel/content-values.js';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { withWindow } from '#api/kernel/visible-window.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { bannersErrors } from '#domain/banners/banners.errors.js';
import {
  bannerInput,
  bannerListQuery,
  bannerPatch,
  bannerResponse,
  bannerSchema,
} from './banners.schemas.js';

const params = { id: 'banner' } as const;
const response = bannerSchema;

export const bannersRoutes = routes('banners', [
  route({
    method: 'get',
    path: '/admin/banners',
    summary: 'List banners',
    auth: 'admin',
    permission: 'banner:read',
    query: bannerListQuery,
    response: z.array(response),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) => pageReply(await services.banners.list(query), bannerResponse),
  }),
  route({
    method: 'post',
    path: '/admin/banners',
    summary: 'Create a banner',
    auth: 'admin',
    permission: 'banner:create',
    body: bannerInput,
    response,
    success: 201,
    errors: [platformErrors.notFound],
    handler: async ({ ctx, services, body }) =>
      bannerResponse(await services.banners.create(ctx, withWindow(body))),
  }),
  route({
    method: 'get',
    path: '/admin/banners/:id',
    summary: 'Get a banner, deleted or not',
    auth: 'admin',
    permission: 'banner:read',
    params,
    response,
    handler: async ({ services, params }) => bannerResponse(await services.banners.get(params.id)),
  }),
  route({
    method: 'put',
    path: '/admin/banners/:id',
    summary: 'Update a banner',
    description:
      'Fields that are left out stay as they are. The entry that it belongs to cannot be changed: `entityType` and `entityId` are ignored.',
    auth: 'admin',
    permission: 'banner:update',
    params,
    body: bannerPatch,
    response,
    handler: async ({ ctx, services, params, body }) =>
      bannerResponse(await services.banners.update(ctx, params.id, withWindow(body))),
  }),
  route({
    method: 'delete',
    path: '/admin/banners/:id',
    summary: 'Delete a banner',
    description: 'A deleted entry can be restored. Idempotent.',
    auth: 'admin',
    permission: 'banner:delete',
    params,
    response,
    handler: async ({ ctx, services, params }) =>
      bannerResponse(await services.banners.delete(ctx, params.id)),
  }),
  route({
    method: 'post',
    path: '/admin/banners/:id/restore',
    restores: true,
    summary: 'Restore a deleted banner',
    description: 'Idempotent.',
    auth: 'admin',
    permission: 'banner:update',
    params,
    response,
    handler: async ({ ctx, services, params }) =>
      bannerResponse(await services.banners.restore(ctx, params.id)),
  }),
  route({
    method: 'get',
    path: '/store/banners/:entityType/slug/:slug',
    summary: 'List the active banners of a taxonomy entry',
    description:
      '`entityType` is `category`, `brand`, `tag` or `ingredient`. Empty where no live entry has the slug.',
    auth: 'public',
    params: { entityType: z.string().max(50).meta({ example: 'category' }), slug: z.string().max(255) },
    query: platformQuery,
    response: z.array(response),
    errors: [bannersErrors.unknownEntityType],
    handler: async ({ services, params, query }) =>
      contentReply<z.input<typeof response>[]>(
        await services.banners.readForStore(params.entityType, params.slug, query.platform ?? 'BOTH'),
      ),
  }),
]);
