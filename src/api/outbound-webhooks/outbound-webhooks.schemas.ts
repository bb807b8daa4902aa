import { z } from 'zod';
import { issueOf } from '#domain/_shared/issue-codes.js';
import type { ColumnSchemas } from '#api/kernel/column-schemas.js';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { emailSchema, idOf, instantInputSchema, instantSchema, iso, textSchema } from '#api/kernel/values.js';
import type { deliveryStates } from '#domain/outbound-webhooks/delivery.js';
import {
  disabledReasons,
  type endpointColumns,
  type EndpointView,
  endpointStates,
  MAX_HEADERS,
} from '#domain/outbound-webhooks/endpoint.js';
import { brokenHeaderRule } from '#domain/outbound-webhooks/endpoint-rules.js';
import { isSecretMask } from '#lib/crypto.js';

/** Of all headers together, as JSON. */
const MAX_HEADER_BYTES = 8 * 1024;

const headersSchema = z
  .record(z.string().max(100), z.string().max(2_000))
  .superRefine((headers, context) => {
    const names = Object.keys(headers);
    if (names.length > MAX_HEADERS)
      context.addIssue(issueOf('too_big', `must have at most ${MAX_HEADERS} headers`));
    if (Buffer.byteLength(JSON.stringify(headers)) > MAX_HEADER_BYTES)
      context.addIssue(issueOf('too_big', `must not be larger than ${MAX_HEADER_BYTES} bytes`));
    const seen = new Set<string>();
    for (const name of names) {
      const value = headers[name] ?? '';
      const rule = brokenHeaderRule(name, isSecretMask(value) ? '' : value);
      if (rule) context.addIssue(issueOf('invalid_value', rule, [name]));
      if (seen.has(name.toLowerCase())) context.addIssue(issueOf('not_unique', 'must be unique', [name]));
      seen.add(name.toLowerCase());
    }
  })
  .meta({
    description:
      'Sent with each request, at most 10; never host, content-* or webhook-*. Values of authorization, cookies, keys and tokens are returned as masks, and a mask that is sent back leaves the value as it is',
    'x-max-bytes': MAX_HEADER_BYTES,
    maxProperties: MAX_HEADERS,
    example: { 'x-tenant': 'store-7' },
  });

const eventsSchema = z
  .array(z.string().trim().min(1).max(100))
  .min(1)
  .max(100)
  .meta({ description: 'Names of events, `prefix.*`, or `*` for all', example: ['order.*'] });

const fields = {
  url: z.string().trim().min(1).max(2_048).meta({
    description: 'https, and an address of the open internet',
    example: 'https://erp.example.com/haat',
  }),
  events: eventsSchema,
  contactEmail: emailSchema.meta({ description: 'Gets a mail when the endpoint is disabled' }),
};
const optionalFields = {
  description: textSchema(200).nullable().optional(),
  headers: headersSchema.optional(),
};

export const endpointInputSchema = z
  .object({ ...fields, ...optionalFields })
  .meta({ id: 'WebhookEndpointInput' });
export const endpointPatchSchema = z
  .object({
    ...z.object(fields).partial().shape,
    ...optionalFields,
    enabled: z.literal(false).optional().meta({ description: 'Disables it; `enable` is an operation' }),
  })
  .meta({ id: 'WebhookEndpointPatch' });
export type EndpointInput = z.output<typeof endpointInputSchema>;
export type EndpointPatch = z.output<typeof endpointPatchSchema>;

const instant = instantSchema.nullable();
const endpointShape = {
  id: idOf('webhookEndpoint'),
  vendorId: idOf('vendor').nullable(),
  url: z.string(),
  description: z.string().nullable(),
  events: z.array(z.string()),
  contactEmail: z.string(),
  state: z.enum(endpointStates),
  disabledReason: z.enum(disabledReasons).nullable().meta({
    description: '`failures` after five days without success, `gone` after a 410',
  }),
  disabledAt: instant,
  failures: z.int().meta({ description: 'Failed attempts since the last success' }),
  failingSince: instant,
  lastSuccessAt: instant,
  lastFailureAt: instant,
  lastError: z.string().nullable(),
  droppedEvents: z.int().meta({ description: 'Events that came while it was disabled and were not kept' }),
  previousSecretUntil: instant.meta({ description: 'Until when the replaced secret signs as well' }),
  createdAt: instantSchema,
  updatedAt: instantSchema,
} satisfies ColumnSchemas<typeof endpointColumns>;

export const endpointSchema = z
  .object({
    ...endpointShape,
    headers: z.record(z.string(), z.string()),
    held: z.int().meta({ description: 'Deliveries that wait until it is enabled' }),
    oldestDueAt: instant.meta({
      description: 'Since when the oldest delivery that is due waits; null where none is due',
    }),
  })
  .meta({ id: 'WebhookEndpoint' });

/** With the secret, which is shown once. */
export const endpointWithSecretSchema = endpointSchema
  .extend({
    secret: z.string().meta({
      description: 'Signs the requests (Standard Webhooks). It is not shown again',
      example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
    }),
  })
  .meta({ id: 'WebhookEndpointWithSecret' });

export function endpointResponse(endpoint: EndpointView): z.input<typeof endpointSchema> {
  const { id, vendorId, url, description, events, contactEmail, state, disabledReason, failures } = endpoint;
  const { lastError, droppedEvents, held, headers } = endpoint;
  return {
    id,
    vendorId,
    url,
    description,
    events,
    contactEmail,
    state,
    disabledReason,
    failures,
    lastError,
    droppedEvents,
    held,
    headers,
    oldestDueAt: iso(endpoint.oldestDueAt),
    previousSecretUntil: iso(endpoint.previousSecretUntil),
    disabledAt: iso(endpoint.disabledAt),
    failingSince: iso(endpoint.failingSince),
    lastSuccessAt: iso(endpoint.lastSuccessAt),
    lastFailureAt: iso(endpoint.lastFailureAt),
    createdAt: iso(endpoint.createdAt),
    updatedAt: iso(endpoint.updatedAt),
  };
}

export function endpointWithSecretResponse({ endpoint, secret }: { endpoint: EndpointView; secret: string }) {
  return { ...endpointResponse(endpoint), secret };
}

export const endpointListQuery = listQuerySchema({
  filters: { state: endpointStates, createdAt: 'date' },
  sort: ['createdAt', 'url'],
});

export const enableSchema = z
  .object({
    held: z.enum(['send', 'drop']).meta({ description: 'What happens to events that came meanwhile' }),
  })
  .meta({ id: 'WebhookEndpointEnableInput' });

/** States of deliveries that have ended. */
const endedStates = ['delivered', 'failed'] as const satisfies readonly (typeof deliveryStates)[number][];

export const redeliverRangeSchema = z
  .object({
    from: instantInputSchema.meta({ description: 'Inclusive' }),
    to: instantInputSchema.meta({ description: 'Exclusive' }),
    states: z
      .array(z.enum(endedStates))
      .min(1)
      .max(2)
      .default(['failed'])
      .meta({ description: 'Which of the ended deliveries' }),
    countOnly: z.boolean().default(false).meta({ description: 'Counts them, and sends nothing' }),
  })
  .meta({ id: 'WebhookRedeliveryInput' });

export const redeliveredSchema = z
  .object({ count: z.int().meta({ description: 'Deliveries that are sent again' }) })
  .meta({ id: 'WebhookRedelivery' });
