import { z } from 'zod';
import { listQuerySchema, pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { iso } from '#api/kernel/values.js';
import { eventsErrors } from '#domain/events/events.errors.js';
import { deliveryCountSchema, deliverySchema, deliverySelectionSchema } from './events.schemas.js';

const operator = { auth: 'admin', permission: 'job:read' } as const;

const decision = {
  method: 'post',
  auth: 'admin',
  permission: 'job:cancel',
  params: { eventId: 'outboxEvent', subscription: z.string().min(1).max(100) },
  response: z.null(),
  errors: [eventsErrors.alreadyDelivered],
} as const;

const decisionOfMany = {
  method: 'post',
  auth: 'admin',
  permission: 'job:cancel',
  // An unknown key of the filter, left out, would widen it.
  unknownKeys: 'strict',
  body: deliverySelectionSchema,
  bodyExample: { filter: { state: 'parked', subscription: 'invoices' } },
  response: deliveryCountSchema,
} as const;

export const eventsRoutes = routes('events', [
  route({
    ...operator,
    method: 'get',
    path: '/admin/event-deliveries',
    summary: 'List event deliveries',
    description:
      '`filters[]=state:eq:parked` lists deliveries that failed ten times and wait for a decision.',
    query: listQuerySchema({
      filters: {
        state: ['due', 'delivered', 'parked'],
        subscription: 'string',
        type: 'string',
        entityId: 'string',
        createdAt: 'date',
      },
    }),
    rows: 'outboxEvent',
    response: z.array(deliverySchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.events.listDeliveries(query), (row) => ({
        ...row,
        nextAttemptAt: iso(row.nextAttemptAt),
        deliveredAt: iso(row.deliveredAt),
        createdAt: iso(row.createdAt),
      })),
  }),
  route({
    ...decisionOfMany,
    path: '/admin/event-deliveries/retry',
    summary: 'Retry several waiting deliveries now',
    handler: async ({ ctx, services, body }) => services.events.retryMany(ctx, body),
  }),
  route({
    ...decisionOfMany,
    path: '/admin/event-deliveries/drop',
    summary: 'Discard several waiting deliveries',
    description: 'Later deliveries of the same entities continue.',
    handler: async ({ ctx, services, body }) => services.events.dropMany(ctx, body),
  }),
  route({
    ...decision,
    path: '/admin/event-deliveries/:eventId/:subscription/retry',
    summary: 'Retry a waiting delivery now',
    handler: async ({ ctx, services, params }) => services.events.retry(ctx, params),
  }),
  route({
    ...decision,
    path: '/admin/event-deliveries/:eventId/:subscription/drop',
    summary: 'Discard a waiting delivery',
    description: 'Later deliveries of the same entity continue.',
    handler: async ({ ctx, services, params }) => services.events.drop(ctx, params),
  }),
]);
