import { z } from 'zod';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { idOf, idSchema, instantSchema, iso, jsonValueSchema } from '#api/kernel/values.js';
import {
  type Attempt,
  attemptOutcomes,
  type Delivery,
  type DeliveryDetails,
  deliveryStates,
} from '#domain/outbound-webhooks/delivery.js';

const instant = instantSchema.nullable();

const deliveryShape = {
  id: idOf('webhookDelivery'),
  endpointId: idOf('webhookEndpoint'),
  messageId: idSchema.meta({ description: 'The `webhook-id` of each of its requests' }),
  event: z.string().meta({ example: 'order.paid' }),
  state: z.enum(deliveryStates).meta({
    description: '`held` while the endpoint is disabled; `failed` when all attempts have failed',
  }),
  attempts: z.int(),
  lastStatus: z.int().nullable().meta({ description: 'HTTP status of the last response' }),
  lastError: z.string().nullable(),
  nextAttemptAt: instant,
  deliveredAt: instant,
  createdAt: instantSchema,
};

export const deliverySchema = z.object(deliveryShape).meta({ id: 'WebhookDelivery' });

export const attemptSchema = z
  .object({
    id: idSchema,
    at: instantSchema.meta({ description: 'The instant that was signed' }),
    durationMs: z.int(),
    outcome: z.enum(attemptOutcomes),
    status: z.int().nullable(),
    error: z.string().nullable(),
    responseHeaders: z.record(z.string(), z.string()).nullable(),
    responseBody: z
      .string()
      .nullable()
      .meta({ description: 'At most 16 KiB; null after 14 days, and where there was no response' }),
  })
  .meta({ id: 'WebhookAttempt' });

export const deliveryDetailsSchema = z
  .object({
    ...deliveryShape,
    request: z.object({
      method: z.literal('POST'),
      url: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.string().nullable().meta({ description: 'The bytes of each attempt; null after 14 days' }),
    }),
    attemptList: z.array(attemptSchema).meta({ description: 'The first one first' }),
  })
  .meta({ id: 'WebhookDeliveryDetails' });

export const deliveryListQuery = listQuerySchema({
  filters: {
    state: deliveryStates,
    event: 'string',
    messageId: 'id',
    createdAt: 'date',
    lastStatus: 'number',
  },
  sort: ['createdAt'],
});

export function deliveryResponse(delivery: Delivery): z.input<typeof deliverySchema> {
  const { id, endpointId, messageId, event, state, attempts, lastStatus, lastError } = delivery;
  return {
    id,
    endpointId,
    messageId,
    event,
    state,
    attempts,
    lastStatus,
    lastError,
    nextAttemptAt: iso(delivery.nextAttemptAt),
    deliveredAt: iso(delivery.deliveredAt),
    createdAt: iso(delivery.createdAt),
  };
}

export function deliveryDetailsResponse({
  delivery,
  attempts,
  headers,
}: {
  delivery: DeliveryDetails;
  attempts: readonly Attempt[];
  headers: Readonly<Record<string, string>>;
}): z.input<typeof deliveryDetailsSchema> {
  const { url, body, messageId } = delivery;
  return {
    ...deliveryResponse(delivery),
    request: {
      method: 'POST',
      url,
      body,
      headers: { ...headers, 'content-type': 'application/json', 'webhook-id': messageId },
    },
    attemptList: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: iso(at) })),
  };
}

/** An entry of the catalogue. */
export const webhookEventSchema = z
  .object({
    name: z.string().meta({ example: 'order.paid' }),
    description: z.string(),
    example: jsonValueSchema.meta({ description: 'A body as it is sent' }),
  })
  .meta({ id: 'WebhookEvent' });
