import { z } from 'zod';
import { Reply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { instantSchema, iso } from '#api/kernel/values.js';
import { previewHours } from '#domain/content-pages/preview-link.js';
import { contentPageResponse, contentPageSchema } from './content-pages.schemas.js';

const { least, most, usual } = previewHours;

const linkInput = z
  .object({ hours: z.int().min(least).max(most).default(usual) })
  .meta({ id: 'ContentPagePreviewInput' });

const linkSchema = z
  .object({
    url: z.string().meta({ description: 'Shows the draft without a session until it expires' }),
    expiresAt: instantSchema,
  })
  .meta({ id: 'ContentPagePreview' });

export const pagePreviewsRoutes = routes('content-pages', [
  route({
    method: 'post',
    path: '/admin/content-pages/:id/preview-link',
    summary: 'Create a link that shows a page before it is published',
    description: 'It needs no account and ends after `hours`, or when the page is deleted.',
    auth: 'admin',
    permission: 'content:read',
    params: { id: 'contentPage' },
    body: linkInput,
    response: linkSchema,
    success: 201,
    handler: async ({ ctx, services, params, body }) => {
      const { url, expiresAt } = await services.pagePreviews.createLink(ctx, params.id, body.hours);
      return { url, expiresAt: iso(expiresAt) };
    },
  }),
  route({
    method: 'get',
    path: '/store/content-pages/preview/:token',
    summary: 'Get a content page by its preview link',
    description: 'Drafts too. Not found once the link has expired or the page is deleted. Never cached.',
    auth: 'public',
    params: { token: z.string().max(255).meta({ example: 'token-of-the-link' }) },
    // A reader of logs must not be able to open the page.
    secretParams: ['token'],
    response: contentPageSchema,
    handler: async ({ ctx, services, params }) =>
      new Reply(contentPageResponse(await services.pagePreviews.read(ctx, params.token)), {
        headers: { 'Cache-Control': 'private, no-store' },
      }),
  }),
]);
