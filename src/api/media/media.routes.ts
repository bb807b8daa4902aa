import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { mediaErrors } from '#domain/media/media.errors.js';
import { adminMediaListQuery, mediaFileResponse, mediaFileSchema, mediaListQuery } from './media.schemas.js';

const upload = {
  method: 'post',
  description: 'One JPEG, PNG, WebP, GIF or AVIF of at most 10 MiB, in the field `file` of a multipart form.',
  bodyKind: 'multipart',
  response: mediaFileSchema,
  success: 201,
  errors: [mediaErrors.notAnImage, platformErrors.validation],
} as const;

const unusedText =
  '`unused=true` lists images older than 30 days that no product, order, page, campaign, template or setting names.';

export const mediaRoutes = routes('media', [
  route({
    ...upload,
    path: '/vendor/media',
    summary: 'Upload an image of the active vendor',
    auth: 'vendor',
    errors: [...upload.errors, mediaErrors.quotaExceeded],
    handler: async ({ ctx, services, request }) =>
      mediaFileResponse(await services.media.upload(ctx, requireVendor(ctx), request)),
  }),
  route({
    ...upload,
    path: '/admin/media',
    summary: 'Upload an image of the platform',
    auth: 'admin',
    permission: 'media:upload',
    handler: async ({ ctx, services, request }) =>
      mediaFileResponse(await services.media.upload(ctx, null, request)),
  }),
  route({
    method: 'get',
    path: '/vendor/media',
    summary: 'List the images of the active vendor',
    description: `${unusedText} \`search\` searches file names.`,
    auth: 'vendor',
    query: mediaListQuery,
    rows: 'vendorMedia',
    response: z.array(mediaFileSchema),
    metadata: pageMetadataSchema,
    handler: async ({ ctx, services, query }) =>
      pageReply(await services.media.list(ctx, requireVendor(ctx), query), mediaFileResponse),
  }),
  route({
    method: 'delete',
    path: '/vendor/media/:mediaId',
    summary: 'Delete an unused image of the active vendor',
    auth: 'vendor',
    params: { mediaId: 'vendorMedia' },
    rows: 'vendorMedia',
    response: mediaFileSchema,
    errors: [mediaErrors.inUse],
    handler: async ({ ctx, services, params }) =>
      mediaFileResponse(await services.media.delete(ctx, params.mediaId, requireVendor(ctx))),
  }),
  route({
    method: 'get',
    path: '/admin/media',
    summary: 'List the images of the platform or of a vendor',
    description: `Those of the platform without \`vendorId\`. ${unusedText} \`search\` searches file names.`,
    auth: 'admin',
    permission: 'media:read',
    query: adminMediaListQuery,
    rows: 'media',
    response: z.array(mediaFileSchema),
    metadata: pageMetadataSchema,
    handler: async ({ ctx, services, query }) =>
      pageReply(await services.media.list(ctx, undefined, query), mediaFileResponse),
  }),
  route({
    method: 'delete',
    path: '/admin/media/:mediaId',
    summary: 'Delete an unused image of the platform or of a vendor',
    auth: 'admin',
    permission: 'media:delete',
    params: { mediaId: 'media' },
    rows: 'media',
    response: mediaFileSchema,
    errors: [mediaErrors.inUse],
    handler: async ({ ctx, services, params }) =>
      mediaFileResponse(await services.media.delete(ctx, params.mediaId)),
  }),
  route({
    method: 'get',
    path: '/media/*key',
    summary: 'Download a stored file',
    description:
      'Public files, and others by their signed URLs. Serves ranges; only when files are kept locally.',
    auth: 'public',
    kind: 'file',
    contentType: '*/*',
    params: { key: z.string() },
    handler: async ({ services, request, response, params }) =>
      services.mediaDelivery(request, response, params.key),
  }),
]);
