import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { reportsErrors } from '#domain/reports/reports.errors.js';
import { platformScope } from './report-scope.js';
import {
  exportBody,
  exportBodyExample,
  exportListQuery,
  reportExportResponse,
  reportExportSchema,
  reportParams,
} from './reports.schemas.js';

const view = { method: 'get', auth: 'admin', permission: 'reports:view' } as const;
const act = { method: 'post', auth: 'admin', permission: 'reports:export' } as const;
const params = { id: 'reportExport' } as const;

export const reportExportsRoutes = routes('reports', [
  route({
    ...act,
    path: '/admin/reports/:key/export',
    summary: 'Export a report to a file',
    description:
      'A CSV or XLSX file of at most 200,000 rows over at most 366 days, kept for seven days. Read the export until ' +
      'it is `ready`.',
    params: reportParams,
    body: exportBody,
    bodyExample: exportBodyExample,
    response: reportExportSchema,
    success: 201,
    idempotent: true,
    errors: [platformErrors.engineUnavailable],
    handler: async ({ ctx, services, params: { key }, body }) =>
      services.reportExports.request(ctx, platformScope, key, body),
  }),
  route({
    ...view,
    path: '/admin/report-exports',
    summary: 'List report exports',
    description: 'The newest first. `q` searches file names.',
    query: exportListQuery,
    response: z.array(reportExportSchema),
    metadata: pageMetadataSchema,
    handler: async ({ ctx, services, query }) =>
      pageReply(await services.reportExports.list(ctx, platformScope, query), reportExportResponse),
  }),
  route({
    ...view,
    path: '/admin/report-exports/:id',
    summary: 'Get a report export',
    params,
    response: reportExportSchema,
    handler: async ({ ctx, services, params: { id } }) =>
      reportExportResponse(await services.reportExports.get(ctx, platformScope, id)),
  }),
  route({
    ...act,
    method: 'get',
    path: '/admin/report-exports/:id/download',
    summary: 'Download the file of a report export',
    description: 'Serves ranges. 404 while the export is not ready, and from `expiresAt` on.',
    kind: 'file',
    contentType: '*/*',
    alsoPermission: { permission: 'invoice:view', when: 'for a ZIP of documents' },
    params,
    handler: async ({ ctx, services, params: { id }, request, response }) =>
      services.reportDownload(ctx, platformScope, id, { request, response }),
  }),
  route({
    ...act,
    path: '/admin/report-exports/:id/cancel',
    summary: 'Cancel a report export',
    description: 'The export is `failed` with the error `Cancelled`, and its file is not written.',
    params,
    response: reportExportSchema,
    errors: [reportsErrors.exportEnded],
    handler: async ({ ctx, services, params: { id } }) =>
      reportExportResponse(await services.reportExports.cancel(ctx, platformScope, id)),
  }),
  route({
    ...act,
    path: '/admin/report-exports/:id/retry',
    summary: 'Retry a failed or expired report export',
    description: 'Creates a new export with the same parameters.',
    params,
    response: reportExportSchema,
    success: 201,
    idempotent: true,
    errors: [reportsErrors.exportNotRetryable, platformErrors.engineUnavailable],
    handler: async ({ ctx, services, params: { id } }) =>
      services.reportExports.retry(ctx, platformScope, id),
  }),
]);
