import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { platformScope } from './report-scope.js';
import {
  reportParams,
  reportQuery,
  reportRowsSchema,
  reportSchema,
  summarySchema,
  trendSchema,
} from './reports.schemas.js';

const view = { method: 'get', auth: 'admin', permission: 'reports:view' } as const;

export const reportsRoutes = routes('reports', [
  route({
    ...view,
    path: '/admin/reports',
    summary: 'List reports',
    response: z.array(reportSchema),
    handler: async ({ services }) => services.reports.list(platformScope),
  }),
  route({
    ...view,
    path: '/admin/reports/:key/meta',
    summary: 'Get the metadata of a report',
    params: reportParams,
    response: reportSchema,
    handler: async ({ services, params }) => services.reports.meta(platformScope, params.key),
  }),
  route({
    ...view,
    path: '/admin/reports/:key/summary',
    summary: 'Get the KPIs of a report',
    description: 'A KPI that cannot be computed is null. `kpis` is empty when the report has none.',
    params: reportParams,
    query: reportQuery,
    response: summarySchema,
    handler: async ({ ctx, services, params, query }) =>
      services.reports.summary(ctx, platformScope, params.key, query),
  }),
  route({
    ...view,
    path: '/admin/reports/:key/trend',
    summary: 'Get the trend of a report',
    description:
      'A point for each day, or for each month when the range exceeds 62 days, in the time zone of the store. ' +
      '`series` and `points` are empty when the report has no trend.',
    params: reportParams,
    query: reportQuery,
    response: trendSchema,
    handler: async ({ ctx, services, params, query }) =>
      services.reports.trend(ctx, platformScope, params.key, query),
  }),
  route({
    ...view,
    path: '/admin/reports/:key',
    summary: 'Run a report',
    description: 'Rows keyed by the columns of the report, the latest first. Money is in subunits.',
    params: reportParams,
    query: reportQuery,
    response: reportRowsSchema,
    metadata: pageMetadataSchema,
    handler: async ({ ctx, services, params, query }) =>
      pageReply(await services.reports.run(ctx, platformScope, params.key, query), (row) => row),
  }),
]);
