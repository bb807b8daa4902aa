import { z } from 'zod';
import { requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { mediaErrors } from '#domain/media/media.errors.js';
import { mediaFileResponse, mediaFileSchema } from './media.schemas.js';

const upload = {
  method: 'post',
  description: 'One JPEG, PNG, WebP, GIF or AVIF of at most 10 MiB, in the field `file` of a multipart form.',
  bodyKind: 'multipart',
  response: mediaFileSchema,
  success: 201,
  errors: [mediaErrors.notAnImage, platformErrors.validation],
} as const;

export const mediaRoutes = routes('media', [
  route({
    ...upload,
    path: '/vendor/media',
    summary: 'Upload an image of the active vendor',
    auth: 'vendor',
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
