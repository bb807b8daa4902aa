import type { z } from 'zod';
import type { ZodOpenApiPathItemObject } from 'zod-openapi';
import type { WebhookEvent } from '#operations/outbound-webhooks/webhook-event.js';
import type { WebhookSide } from './webhook-event-catalog.js';

const sides = ['admin', 'vendor'] as const satisfies readonly WebhookSide[];

const pascal = (text: string) =>
  text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_match, letter: string) => letter.toUpperCase());

/** The name of a `data` in the reference: that of the API's own shape, or one after its event. */
function nameOf(schema: z.ZodType, event: string): string {
  return schema.meta()?.id ?? `Webhook${pascal(event)}`;
}

/** Shapes of `data` that no operation returns. */
export function webhookSchemas(events: readonly WebhookEvent[]): Record<string, z.ZodType> {
  return Object.fromEntries(
    events.flatMap((event) =>
      sides.flatMap((side) => {
        const schema = event[side]?.schema;
        return schema && schema.meta()?.id === undefined ? [[nameOf(schema, event.name), schema]] : [];
      }),
    ),
  );
}

/** What the reference says of bodies: the shape of the API with the revision, and null where it would be too large. */
function bodySchema(event: string, data: string) {
  const withRevision = {
    allOf: [
      { $ref: `#/components/schemas/${data}` },
      { type: 'object', properties: { revision: { type: 'integer' } }, required: ['revision'] },
    ],
  };
  return {
    type: 'object',
    properties: {
      type: { type: 'string', const: event },
      timestamp: { type: 'string', format: 'date-time' },
      data: { anyOf: [withRevision, { type: 'null' }] },
      truncated: { type: 'boolean', const: true },
      link: { type: 'string' },
    },
    required: ['type', 'timestamp', 'data'],
  } as const;
}

/** The section `webhooks` of the reference, by side and event: `admin.order.paid`. */
export function webhookPaths(events: readonly WebhookEvent[]): Record<string, ZodOpenApiPathItemObject> {
  return Object.fromEntries(
    events.flatMap((event) =>
      sides.flatMap((side) => {
        const audience = event[side];
        if (!audience) return [];
        const schema = bodySchema(event.name, nameOf(audience.schema, event.name));
        const post = {
          operationId: `webhook${pascal(`${side} ${event.name}`)}`,
          tags: ['outbound-webhooks'],
          summary: event.description,
          security: [],
          requestBody: { required: true, content: { 'application/json': { schema } } },
          responses: { '2XX': { description: 'Received' } },
        };
        return [[`${side}.${event.name}`, { post } as unknown as ZodOpenApiPathItemObject]];
      }),
    ),
  );
}
