import { z } from 'zod';
import { contentReply } from '#api/kernel/content-values.js';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { slugOf } from '#api/kernel/values.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { contentPagesErrors } from '#domain/content-pages/content-pages.errors.js';
import {
  contentPageInput,
  contentPageListQuery,
  contentPageNodeSchema,
  contentPagePatch,
  contentPageResponse,
  contentPageSchema,
  contentPageSummaryResponse,
  contentPageSummarySchema,
} from './content-pages.schemas.js';

const params = { id: 'contentPage' } as const;
const response = contentPageSchema;
const rawHtml = (when: string) => ({ permission: 'content:manageRawHtml', when }) as const;
/** Content may have a megabyte, and JSON writes quotes and line breaks with two characters. */
const bodyLimit = 4 * 1024 * 1024;

export const contentPagesRoutes = routes('content-pages', [
  route({
    method: 'get',
    path: '/admin/content-pages',
    summary: 'List content pages',
    description: 'Without their content. `searchValue` looks into titles and slugs.',
    auth: 'admin',
    permission: 'content:read',
    query: contentPageListQuery,
    response: z.array(contentPageSummarySchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.contentPages.list(query.filters, query.list), contentPageSummaryResponse),
  }),
  route({
    method: 'post',
    path: '/admin/content-pages',
    summary: 'Create a content page',
    description: 'The content is kept byte for byte and never sanitized.',
    auth: 'admin',
    permission: 'content:create',
    alsoPermission: rawHtml('for the template `html`'),
    body: contentPageInput,
    bodyLimit,
    response,
    success: 201,
    errors: [contentPagesErrors.slugTaken],
    handler: async ({ ctx, services, body }) =>
      contentPageResponse(await services.contentPages.create(ctx, body)),
  }),
  route({
    method: 'get',
    path: '/admin/content-pages/:id',
    summary: 'Get a content page, deleted or not',
    auth: 'admin',
    permission: 'content:read',
    params,
    response,
    handler: async ({ services, params }) => contentPageResponse(await services.contentPages.get(params.id)),
  }),
  route({
    method: 'put',
    path: '/admin/content-pages/:id',
    summary: 'Update a content page',
    description: 'Fields that are left out stay as they are. `publishedAt` is set once and then kept.',
    auth: 'admin',
    permission: 'content:update',
    alsoPermission: rawHtml('to change `template` or `content`'),
    params,
    body: contentPagePatch,
    bodyLimit,
    response,
    errors: [contentPagesErrors.slugTaken],
    handler: async ({ ctx, services, params, body }) =>
      contentPageResponse(await services.contentPages.update(ctx, params.id, body)),
  }),
  route({
    method: 'delete',
    path: '/admin/content-pages/:id',
    summary: 'Delete a content page',
    description: 'It can be restored, and its slug can be used again. A repeat changes nothing.',
    auth: 'admin',
    permission: 'content:delete',
    params,
    response,
    errors: [contentPagesErrors.hasChildren],
    handler: async ({ ctx, services, params }) =>
      contentPageResponse(await services.contentPages.delete(ctx, params.id)),
  }),
  route({
    method: 'post',
    path: '/admin/content-pages/:id/restore',
    restores: true,
    summary: 'Restore a deleted content page',
    description: 'A page that is not deleted is not found.',
    auth: 'admin',
    permission: 'content:update',
    params,
    response,
    errors: [contentPagesErrors.slugTaken, contentPagesErrors.parentDeleted, contentPagesErrors.tooDeep],
    handler: async ({ ctx, services, params }) =>
      contentPageResponse(await services.contentPages.restore(ctx, params.id)),
  }),
  route({
    method: 'post',
    path: '/admin/content-pages/:id/duplicate',
    summary: 'Duplicate a content page with the pages under it',
    description: 'The copies are drafts; slugs get `-copy`, then `-copy-2` and so on. At most 1,000 pages.',
    auth: 'admin',
    permission: 'content:create',
    alsoPermission: rawHtml('where one of the pages has the template `html`'),
    params,
    response,
    success: 201,
    errors: [contentPagesErrors.tooManyCopies],
    handler: async ({ ctx, services, params }) =>
      contentPageResponse(await services.contentPages.duplicate(ctx, params.id)),
  }),
  route({
    method: 'get',
    path: '/store/content-pages/tree',
    summary: 'List the published pages as a tree',
    description: 'Each page is followed by those under it. Pages under an unpublished one are left out.',
    auth: 'public',
    response: z.array(contentPageNodeSchema),
    handler: async ({ services }) =>
      contentReply<z.input<typeof contentPageNodeSchema>[]>(await services.contentPages.readTreeForStore()),
  }),
  route({
    method: 'get',
    path: '/store/content-pages/slug/:slug',
    summary: 'Get a published content page',
    auth: 'public',
    params: { slug: slugOf('contentPage') },
    response,
    errors: [platformErrors.notFound],
    handler: async ({ services, params }) =>
      contentReply<z.input<typeof response>>(await services.contentPages.readForStore(params.slug)),
  }),
]);
