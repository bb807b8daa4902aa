import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import { reportsErrors } from '#domain/reports/reports.errors.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { Context } from '#domain/_shared/context.js';
import { vendorScope } from './report-scope.js';
import {
  exportBody,
  exportBodyExample,
  exportListQuery,
  reportExportResponse,
  reportExportSchema,
  reportParams,
  reportQuery,
  reportRowsSchema,
  reportSchema,
  summarySchema,
  trendSchema,
} from './reports.schemas.js';

const view = { method: 'get', auth: 'vendor', vendorRole: 'admin' } as const;
const oneReport = { ...view, params: reportParams } as const;
const oneExport = { ...view, params: { id: 'vendorReportExport' } } as const;

const own = (ctx: Context) => vendorScope(requireVendor(ctx));

export const vendorReportsRoutes = routes('reports', [
  route({
    ...view,
    path: '/vendor/reports',
    summary: 'List the reports of the active vendor',
    response: z.array(reportSchema),
    handler: async ({ ctx, services }) => services.reports.list(own(ctx)),
  }),
  route({
    ...oneReport,
    path: '/vendor/reports/:key/meta',
    summary: 'Get the metadata of a report of the active vendor',
    response: reportSchema,
    handler: async ({ ctx, services, params }) => services.reports.meta(own(ctx), params.key),
  }),
  route({
    ...oneReport,
    path: '/vendor/reports/:key/summary',
    summary: 'Get the KPIs of a report of the active vendor',
    query: reportQuery,
    response: summarySchema,
    handler: async ({ ctx, services, params, query }) =>
      services.reports.summary(ctx, own(ctx), params.key, query),
  }),
  route({
    ...oneReport,
    path: '/vendor/reports/:key/trend',
    summary: 'Get the trend of a report of the active vendor',
    query: reportQuery,
    response: trendSchema,
    handler: async ({ ctx, services, params, query }) =>
      services.reports.trend(ctx, own(ctx), params.key, query),
  }),
  route({
    ...oneReport,
    path: '/vendor/reports/:key',
    summary: 'Run a report of the active vendor',
    query: reportQuery,
    response: reportRowsSchema,
    metadata: pageMetadataSchema,
    handler: async ({ ctx, services, params, query }) =>
      pageReply(await services.reports.run(ctx, own(ctx), params.key, query), (row) => row),
  }),
  route({
    ...oneReport,
    method: 'post',
    path: '/vendor/reports/:key/export',
    summary: 'Export a report of the active vendor to a file',
    body: exportBody,
    bodyExample: exportBodyExample,
    response: reportExportSchema,
    success: 201,
    idempotent: true,
    errors: [reportsErrors.tooManyExports, platformErrors.engineUnavailable],
    handler: async ({ ctx, services, params: { key }, body }) =>
      services.reportExports.request(ctx, own(ctx), key, body),
  }),
  route({
    ...view,
    path: '/vendor/report-exports',
    summary: 'List the report exports of the active vendor',
    description: 'The newest first. `q` searches file names.',
    query: exportListQuery,
    rows: 'vendorReportExport',
    response: z.array(reportExportSchema),
    metadata: pageMetadataSchema,
    handler: async ({ ctx, services, query }) =>
      pageReply(await services.reportExports.list(ctx, own(ctx), query), reportExportResponse),
  }),
  route({
    ...oneExport,
    path: '/vendor/report-exports/:id',
    summary: 'Get a report export of the active vendor',
    rows: 'vendorReportExport',
    response: reportExportSchema,
    handler: async ({ ctx, services, params: { id } }) =>
      reportExportResponse(await services.reportExports.get(ctx, own(ctx), id)),
  }),
  route({
    ...oneExport,
    path: '/vendor/report-exports/:id/download',
    summary: 'Download the file of a report export of the active vendor',
    kind: 'file',
    contentType: '*/*',
    handler: async ({ ctx, services, params: { id }, request, response }) =>
      services.reportDownload(ctx, own(ctx), id, { request, response }),
  }),
  route({
    ...oneExport,
    method: 'post',
    path: '/vendor/report-exports/:id/cancel',
    summary: 'Cancel a report export of the active vendor',
    description: 'The export is `failed` with the error `Cancelled`, and its file is not written.',
    rows: 'vendorReportExport',
    response: reportExportSchema,
    errors: [reportsErrors.exportEnded],
    handler: async ({ ctx, services, params: { id } }) =>
      reportExportResponse(await services.reportExports.cancel(ctx, own(ctx), id)),
  }),
]);
