import { z } from 'zod';
import type { EndpointOwner } from '#domain/outbound-webhooks/endpoint.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { outboundWebhooksErrors as errors } from '#domain/outbound-webhooks/outbound-webhooks.errors.js';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import type { WebhookSide } from './webhook-event-catalog.js';
import {
  enableSchema,
  endpointInputSchema,
  endpointListQuery,
  endpointPatchSchema,
  endpointResponse,
  endpointSchema,
  endpointWithSecretResponse,
  endpointWithSecretSchema,
} from './outbound-webhooks.schemas.js';

const ADMIN = { auth: 'admin', permission: 'webhook:manage' } as const;
const VENDOR = { auth: 'vendor', vendorRole: 'admin' } as const;
const bodyExample = {
  url: 'https://erp.example.com/haat',
  events: ['order.*', 'return.requested'],
  contactEmail: 'integrations@example.com',
  headers: { 'x-tenant': 'store-7' },
};

/** The operations on endpoints are the same for the operator and for a vendor: who owns them differs. */
function endpointRoutes(side: WebhookSide) {
  const isAdmin = side === 'admin';
  const path = `/${side}/webhooks`;
  const manage = isAdmin ? ADMIN : VENDOR;
  /** Of what decides what is sent where. */
  const decide = { ...manage, act: 'rights', ...(isAdmin && { apiKeys: false }) } as const;
  const view = isAdmin ? ({ ...ADMIN, permission: 'webhook:view' } as const) : VENDOR;
  const ownerOf = (ctx: Context): EndpointOwner => ({ vendorId: isAdmin ? null : requireVendor(ctx) });
  const entity = isAdmin ? 'webhookEndpoint' : 'vendorWebhookEndpoint';
  const params = { endpointId: entity } as const;
  const rows = { rows: entity } as const;
  const whose = isAdmin ? 'of the platform' : 'of the vendor';

  return [
    route({
      ...view,
      method: 'get',
      path,
      summary: `List webhook endpoints ${whose}`,
      description: '`search` looks into URLs and descriptions.',
      query: endpointListQuery,
      response: z.array(endpointSchema),
      ...rows,
      metadata: pageMetadataSchema,
      handler: async ({ ctx, services, query }) =>
        pageReply(await services.webhookEndpoints.list(ownerOf(ctx), query), endpointResponse),
    }),
    route({
      ...decide,
      method: 'post',
      path,
      summary: `Create a webhook endpoint ${whose}`,
      description: `At most ${isAdmin ? 20 : 5} of them. The response has the secret, which is not shown again.`,
      body: endpointInputSchema,
      bodyExample,
      response: endpointWithSecretSchema,
      ...rows,
      success: 201,
      errors: [
        errors.tooMany,
        platformErrors.uniqueViolation,
        ...(isAdmin ? [errors.eventsNotReadable] : []),
      ],
      handler: async ({ ctx, services, body }) =>
        endpointWithSecretResponse(await services.webhookEndpoints.create(ctx, ownerOf(ctx), body)),
    }),
    route({
      ...view,
      method: 'get',
      path: `${path}/:endpointId`,
      summary: `Get a webhook endpoint ${whose}`,
      params,
      response: endpointSchema,
      ...rows,
      handler: async ({ ctx, services, params: { endpointId } }) =>
        endpointResponse(await services.webhookEndpoints.get(ownerOf(ctx), endpointId)),
    }),
    route({
      ...decide,
      method: 'patch',
      path: `${path}/:endpointId`,
      summary: `Update a webhook endpoint ${whose}`,
      description: `Fields that are left out stay as they are. \`enabled: false\` disables it: its events are held.`,
      params,
      body: endpointPatchSchema,
      response: endpointSchema,
      ...rows,
      errors: [platformErrors.uniqueViolation, ...(isAdmin ? [errors.eventsNotReadable] : [])],
      handler: async ({ ctx, services, params: { endpointId }, body }) =>
        endpointResponse(await services.webhookEndpoints.update(ctx, ownerOf(ctx), endpointId, body)),
    }),
    route({
      ...manage,
      method: 'delete',
      path: `${path}/:endpointId`,
      summary: `Delete a webhook endpoint ${whose}`,
      description: 'What was not sent yet is not sent any more; its deliveries are deleted with it.',
      params,
      response: endpointSchema,
      ...rows,
      handler: async ({ ctx, services, params: { endpointId } }) =>
        endpointResponse(await services.webhookEndpoints.delete(ctx, ownerOf(ctx), endpointId)),
    }),
    route({
      ...decide,
      method: 'post',
      path: `${path}/:endpointId/rotate-secret`,
      summary: 'Create a new secret for a webhook endpoint',
      description: `Both secrets sign for 24 hours. The response has the new one, which is not shown again.`,
      params,
      response: endpointWithSecretSchema,
      ...rows,
      handler: async ({ ctx, services, params: { endpointId } }) =>
        endpointWithSecretResponse(
          await services.webhookEndpoints.rotateSecret(ctx, ownerOf(ctx), endpointId),
        ),
    }),
    route({
      ...decide,
      method: 'post',
      path: `${path}/:endpointId/enable`,
      summary: 'Resume sending to a webhook endpoint',
      description: `Events that came while it was disabled are kept for three days, at most 10,000: they are sent now, or dropped.`,
      params,
      body: enableSchema,
      bodyExample: { held: 'send' },
      response: endpointSchema,
      ...rows,
      errors: [errors.alreadyEnabled],
      handler: async ({ ctx, services, params: { endpointId }, body }) =>
        endpointResponse(await services.webhookEndpoints.enable(ctx, ownerOf(ctx), endpointId, body.held)),
    }),
    route({
      ...manage,
      method: 'post',
      path: `${path}/:endpointId/test`,
      summary: 'Send a test event to a webhook endpoint',
      description:
        'An event `webhook.test`, signed and retried as any other. The response names its delivery.',
      params,
      response: z.object({ deliveryId: z.string() }).meta({ id: 'WebhookTest' }),
      success: 202,
      errors: [errors.disabled],
      handler: async ({ ctx, services, params: { endpointId } }) => ({
        deliveryId: await services.webhookEndpoints.test(ctx, ownerOf(ctx), endpointId),
      }),
    }),
  ];
}

export const outboundWebhooksRoutes = routes('outbound-webhooks', [
  ...endpointRoutes('admin'),
  ...endpointRoutes('vendor'),
]);
