import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { requireUser, requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import { iso } from '#api/kernel/values.js';
import { shippingErrors } from '#domain/shipping/shipping.errors.js';
import { carrierWebhookSchema, trackingEventSchema, trackingQuerySchema } from './shipping.schemas.js';
import type { TrackingEvent } from './tracking.service.js';

const eventResponse = ({ receivedAt, ...event }: TrackingEvent) => ({
  ...event,
  payload: event.payload as never,
  receivedAt: iso(receivedAt),
});

const webhookErrors = [
  shippingErrors.webhookWithoutBody,
  shippingErrors.webhookUnknown,
  shippingErrors.webhookSignature,
  shippingErrors.webhookUnreadable,
];
const webhookText =
  'Signed with HMAC-SHA256 over the raw body, hex, in `x-carrier-signature`. An event that was received before is 200 ' +
  'with `duplicate: true`.';
/** Tracking events are some kilobytes. */
const WEBHOOK_LIMIT = 256 * 1024;

/** Without a body the parser leaves an empty object. */
const rawBody = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

export const trackingRoutes = routes('shipping', [
  route({
    method: 'get',
    path: '/vendor/shipping/orders/:orderVendorId/tracking',
    summary: 'List the tracking events of a sub-order',
    auth: 'vendor',
    params: { orderVendorId: 'subOrder' },
    query: trackingQuerySchema,
    response: z.array(trackingEventSchema),
    metadata: pageMetadataSchema,
    handler: async ({ ctx, services, params, query }) =>
      pageReply(
        await services.tracking.list(params.orderVendorId, { vendorId: requireVendor(ctx) }, query),
        eventResponse,
      ),
  }),
  route({
    method: 'get',
    path: '/admin/shipping/orders/:orderVendorId/tracking',
    summary: 'List the tracking events of any sub-order',
    auth: 'admin',
    permission: 'order:view',
    params: { orderVendorId: 'subOrder' },
    query: trackingQuerySchema,
    response: z.array(trackingEventSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, params, query }) =>
      pageReply(await services.tracking.list(params.orderVendorId, 'all', query), eventResponse),
  }),
  route({
    method: 'get',
    path: '/store/shipping/orders/:orderVendorId/tracking',
    summary: 'List the tracking events of one of the buyer’s own sub-orders',
    auth: 'customer',
    params: { orderVendorId: 'subOrder' },
    query: trackingQuerySchema,
    response: z.array(trackingEventSchema),
    metadata: pageMetadataSchema,
    handler: async ({ ctx, services, params, query }) =>
      pageReply(
        await services.tracking.list(params.orderVendorId, { userId: requireUser(ctx) }, query),
        eventResponse,
      ),
  }),
  route({
    method: 'post',
    path: '/webhooks/shipping/carrier/platform',
    value: 'books_sale',
    summary: 'Receive a tracking event for the platform’s carrier account',
    description: webhookText,
    auth: 'webhook',
    bodyKind: 'raw',
    bodyLimit: WEBHOOK_LIMIT,
    response: carrierWebhookSchema,
    errors: webhookErrors,
    handler: async ({ ctx, services, request, body }) =>
      services.carrierWebhooks.receive(ctx, {
        owner: { source: 'platform' },
        signature: request.get('x-carrier-signature'),
        rawBody: rawBody(body),
      }),
  }),
  route({
    method: 'post',
    path: '/webhooks/shipping/carrier/:vendorId',
    value: 'books_sale',
    summary: 'Receive a tracking event for a vendor’s carrier account',
    description: webhookText,
    auth: 'webhook',
    bodyKind: 'raw',
    bodyLimit: WEBHOOK_LIMIT,
    params: { vendorId: 'vendor' },
    response: carrierWebhookSchema,
    errors: webhookErrors,
    handler: async ({ ctx, services, params, request, body }) =>
      services.carrierWebhooks.receive(ctx, {
        owner: { source: 'vendor', vendorId: params.vendorId },
        signature: request.get('x-carrier-signature'),
        rawBody: rawBody(body),
      }),
  }),
]);
