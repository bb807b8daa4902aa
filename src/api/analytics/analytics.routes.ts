import { JsonText, Reply } from '#api/kernel/reply.js';
import { requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import { iso } from '#api/kernel/values.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { analyticsErrors } from '#domain/analytics/analytics.errors.js';
import type { PlatformSnapshot, VendorSnapshot } from '#domain/analytics/snapshot.js';
import {
  analyticsHealthSchema,
  dashboardQuery,
  dashboardSchema,
  enqueuedSchema,
  liveOrdersFrameSchema,
  vendorDashboardSchema,
} from './analytics.schemas.js';

export const analyticsRoutes = routes('analytics', [
  route({
    method: 'get',
    path: '/admin/analytics/dashboard',
    summary: 'Get the dashboard of the platform',
    description:
      'The snapshot that was computed last, at most some ten minutes old. `computedAt` is null before the first computation.',
    auth: 'admin',
    permission: 'analytics:view',
    query: dashboardQuery,
    response: dashboardSchema,
    handler: async ({ services, query }) =>
      new Reply(new JsonText<PlatformSnapshot>(await services.analytics.platformDashboard(query.window))),
  }),
  route({
    method: 'post',
    path: '/admin/analytics/refresh',
    summary: 'Compute the dashboard now',
    description:
      'Returns at once. The next figures include every change made before the request: a manual run that is computing already computes once more.',
    auth: 'admin',
    permission: 'analytics:refresh',
    response: enqueuedSchema,
    errors: [platformErrors.engineUnavailable],
    handler: async ({ services }) => {
      await services.analytics.refresh();
      return { enqueued: true as const };
    },
  }),
  route({
    method: 'post',
    path: '/admin/analytics/rebuild',
    summary: 'Compute all figures anew from the raw rows',
    description: 'Returns at once. The dashboard keeps its figures until the rebuild is complete.',
    auth: 'admin',
    permission: 'analytics:refresh',
    success: 202,
    response: enqueuedSchema,
    errors: [platformErrors.engineUnavailable],
    handler: async ({ ctx, services }) => {
      await services.analytics.rebuild(ctx);
      return { enqueued: true as const };
    },
  }),
  route({
    method: 'get',
    path: '/admin/analytics/health',
    summary: 'Get the state of the dashboard computation',
    auth: 'admin',
    permission: 'analytics:view',
    response: analyticsHealthSchema,
    handler: async ({ services }) => {
      const { computedAt, comparedAt, ...rest } = await services.analytics.health();
      return { ...rest, computedAt: iso(computedAt), comparedAt: iso(comparedAt) };
    },
  }),
  route({
    method: 'get',
    path: '/admin/analytics/live/orders',
    summary: 'Stream the orders paid today',
    description:
      'Frames are one `data:` line each: `snapshot` on connect, at local midnight and after a lost connection; `order.paid`; `heartbeat` every 30 seconds.',
    auth: 'admin',
    permission: 'analytics:view',
    kind: 'stream',
    frame: liveOrdersFrameSchema,
    errors: [analyticsErrors.tooManyStreams],
    handler: ({ services, request, response }) => services.liveOrders(request, response),
  }),
  route({
    method: 'get',
    path: '/vendor/analytics/dashboard',
    summary: 'Get the dashboard of the active vendor',
    description: 'The definitions of the platform’s dashboard, for the share of the active vendor.',
    auth: 'vendor',
    query: dashboardQuery,
    response: vendorDashboardSchema,
    handler: async ({ ctx, services, query }) =>
      new Reply(
        new JsonText<VendorSnapshot>(
          await services.analytics.vendorDashboard(requireVendor(ctx), query.window),
        ),
      ),
  }),
]);
