import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { personalDataErrors } from '#domain/personal-data/personal-data.errors.js';
import {
  personalExportInput,
  personalExportListQuery,
  personalExportResponse,
  personalExportSchema,
} from './personal-data.schemas.js';

export const personalExportsRoutes = routes('personal-data', [
  route({
    method: 'post',
    path: '/me/personal-data/exports',
    summary: 'Request a file of your personal data',
    description:
      'A JSON file or a ZIP of what the platform keeps about the signed-in user. A mail says when it is ready; it is kept ' +
      'for seven days.',
    auth: 'session',
    body: personalExportInput,
    response: personalExportSchema,
    success: 202,
    errors: [
      personalDataErrors.guestsHaveNoFile,
      personalDataErrors.exportOpen,
      platformErrors.engineUnavailable,
    ],
    handler: async ({ ctx, services, body }) =>
      personalExportResponse(await services.personalExports.request(ctx, body.format)),
  }),
  route({
    method: 'get',
    path: '/me/personal-data/exports',
    summary: 'List the files of your personal data',
    description: 'The newest first.',
    auth: 'session',
    query: personalExportListQuery,
    response: z.array(personalExportSchema),
    metadata: pageMetadataSchema,
    errors: [personalDataErrors.guestsHaveNoFile],
    handler: async ({ ctx, services, query }) =>
      pageReply(await services.personalExports.list(ctx, query), personalExportResponse),
  }),
  route({
    method: 'get',
    path: '/me/personal-data/exports/:id/download',
    summary: 'Download a file of your personal data',
    description: '404 for the file of another user, while it is not ready, and from `expiresAt` on.',
    auth: 'session',
    kind: 'file',
    contentType: 'application/octet-stream',
    params: { id: 'personalDataExport' },
    errors: [personalDataErrors.guestsHaveNoFile],
    handler: async ({ ctx, services, params: { id }, request, response }) =>
      services.personalExports.download(ctx, id, { request, response }),
  }),
]);
