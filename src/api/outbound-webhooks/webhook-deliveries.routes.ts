import { z } from 'zod';
import type { EndpointOwner } from '#domain/outbound-webhooks/endpoint.js';
import type { Context } from '#domain/_shared/context.js';
import { outboundWebhooksErrors as errors } from '#domain/outbound-webhooks/outbound-webhooks.errors.js';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply, Reply } from '#api/kernel/reply.js';
import { requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import { redeliveredSchema, redeliverRangeSchema } from './outbound-webhooks.schemas.js';
import {
  deliveryDetailsResponse,
  deliveryDetailsSchema,
  deliveryListQuery,
  deliveryResponse,
  deliverySchema,
  webhookEventSchema,
} from './webhook-deliveries.schemas.js';
import { catalogOf, type WebhookSide } from './webhook-event-catalog.js';

const ADMIN = { auth: 'admin', permission: 'webhook:manage' } as const;
const VENDOR = { auth: 'vendor', vendorRole: 'admin' } as const;
const rangeExample = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z', states: ['failed'] };

/** The operations on deliveries are the same for the operator and for a vendor: whose endpoints they are differs. */
function deliveryRoutes(side: WebhookSide) {
  const isAdmin = side === 'admin';
  const path = `/${side}/webhooks`;
  const manage = isAdmin ? ADMIN : VENDOR;
  const view = isAdmin ? ({ ...ADMIN, permission: 'webhook:view' } as const) : VENDOR;
  const endpointId = isAdmin ? 'webhookEndpoint' : 'vendorWebhookEndpoint';
  const deliveryId = isAdmin ? 'webhookDelivery' : 'vendorWebhookDelivery';
  const ownerOf = (ctx: Context): EndpointOwner => ({ vendorId: isAdmin ? null : requireVendor(ctx) });

  return [
    route({
      ...view,
      method: 'get',
      path: `/${side}/webhook-events`,
      summary: isAdmin ? 'List webhook events of the platform' : 'List webhook events of a vendor',
      description: 'What endpoints can ask for, each with an example of a body.',
      response: z.array(webhookEventSchema),
      handler: async ({ services }) => catalogOf(services.webhookDeliveries.events, side),
    }),
    route({
      ...view,
      method: 'get',
      path: `${path}/:endpointId/deliveries`,
      summary: 'List deliveries of a webhook endpoint',
      description: 'Kept for 90 days.',
      params: { endpointId },
      query: deliveryListQuery,
      response: z.array(deliverySchema),
      rows: deliveryId,
      metadata: pageMetadataSchema,
      handler: async ({ ctx, services, params: { endpointId }, query }) =>
        pageReply(await services.webhookDeliveries.list(ownerOf(ctx), endpointId, query), deliveryResponse),
    }),
    route({
      ...view,
      method: 'get',
      path: `${path}/deliveries/:deliveryId`,
      summary: 'Get a webhook delivery with its request, responses and attempts',
      description: 'Bodies are kept for 14 days.',
      params: { deliveryId },
      response: deliveryDetailsSchema,
      rows: deliveryId,
      handler: async ({ ctx, services, params: { deliveryId } }) =>
        deliveryDetailsResponse(await services.webhookDeliveries.get(ownerOf(ctx), deliveryId)),
    }),
    route({
      ...manage,
      method: 'post',
      path: `${path}/deliveries/:deliveryId/redeliver`,
      summary: 'Send a webhook delivery again',
      description: 'The same bytes under the same `webhook-id`, with a new timestamp and signature.',
      params: { deliveryId },
      response: deliverySchema,
      rows: deliveryId,
      success: 202,
      errors: [errors.underWay, errors.bodyDeleted, errors.disabled],
      handler: async ({ ctx, services, params: { deliveryId } }) =>
        deliveryResponse(await services.webhookDeliveries.redeliver(ctx, ownerOf(ctx), deliveryId)),
    }),
    route({
      ...manage,
      method: 'post',
      path: `${path}/:endpointId/redeliver`,
      summary: 'Send the webhook deliveries of a time range again',
      description:
        'At most 10,000, one range of an endpoint at a time, each under its `webhook-id`. With `countOnly` they are counted, and the response is 200.',
      params: { endpointId },
      body: redeliverRangeSchema,
      bodyExample: rangeExample,
      response: redeliveredSchema,
      success: 202,
      alsoSuccess: 200,
      errors: [errors.rangeUnderWay, errors.rangeTooLarge, errors.disabled],
      handler: async ({ ctx, services: { webhookDeliveries }, params: { endpointId }, body }) => {
        const range = { from: new Date(body.from), to: new Date(body.to), states: body.states };
        const owner = ownerOf(ctx);
        if (!body.countOnly)
          return { count: await webhookDeliveries.redeliverRange(ctx, owner, endpointId, range) };
        return new Reply(
          { count: await webhookDeliveries.count(ctx, owner, endpointId, range) },
          { status: 200 },
        );
      },
    }),
  ];
}

export const webhookDeliveriesRoutes = routes('outbound-webhooks', [
  ...deliveryRoutes('admin'),
  ...deliveryRoutes('vendor'),
]);
