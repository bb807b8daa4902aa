import type { z } from 'zod';
import type { Knex } from '#db/kernel/knex.js';
import type { EventDefinition, RecordedEvent } from '#domain/_shared/event.js';
import type { Permission } from '#domain/_shared/permission.js';

/** What a mapper reads with. */
export interface WebhookReader {
  knex: Knex;
  now: Date;
}

/** What one audience is sent of an event. */
interface Audience<Payload, Schema extends z.ZodObject> {
  /** Of `data`, without its revision. */
  schema: Schema;
  /** A `data` that fits the schema, for the catalogue and the reference. */
  example: z.input<Schema>;
  /** The operation that reads the same, for a message that is too large: `/admin/orders/<id>`. */
  link: (event: RecordedEvent<Payload>) => string;
}

/** The operator's endpoints: everything. */
export interface AdminAudience<Payload, Schema extends z.ZodObject> extends Audience<Payload, Schema> {
  /** That of the operation that reads the same: an endpoint is a standing copy of the rows, so who makes it may read them. */
  permission: Permission;
  /** Null where there is nothing to send: the row is gone. */
  data: (reader: WebhookReader, event: RecordedEvent<Payload>) => Promise<z.input<Schema> | null>;
}

/** The endpoints of a vendor: its own alone. */
export interface VendorAudience<Payload, Schema extends z.ZodObject> extends Audience<Payload, Schema> {
  /** Which vendors the event concerns. */
  vendorsOf: (reader: WebhookReader, event: RecordedEvent<Payload>) => Promise<string[]> | string[];
  /** What this vendor may see of it. Null for a vendor that it does not concern, and where nothing may be seen yet. */
  data: (
    reader: WebhookReader,
    event: RecordedEvent<Payload>,
    vendorId: string,
  ) => Promise<z.input<Schema> | null>;
}

/** An event as endpoints receive it, its types rubbed off. */
export interface WebhookEvent {
  name: string;
  description: string;
  admin?: AdminAudience<Record<string, unknown>, z.ZodObject>;
  vendor?: VendorAudience<Record<string, unknown>, z.ZodObject>;
}

/**
 * Declares what endpoints are sent of an event: `data` for the operator, for a vendor, or for both. It is made once, when
 * the event is fanned out, and has the shape in which the API returns the same row.
 * @throws Error for an event that is not declared with `webhook: true`
 */
export function webhookEvent<Payload, A extends z.ZodObject, V extends z.ZodObject = A>(
  event: EventDefinition<Payload>,
  audiences: { admin?: AdminAudience<Payload, A>; vendor?: VendorAudience<Payload, V> },
): WebhookEvent {
  if (!event.webhook) throw new Error(`${event.type} is not declared with webhook: true`);
  return {
    name: event.type,
    description: event.description,
    ...(audiences as Pick<WebhookEvent, 'admin' | 'vendor'>),
  };
}

/** `vendorsOf` for an event whose payload names its vendor. */
export function vendorOfPayload(
  _reader: WebhookReader,
  { payload: { vendorId } }: RecordedEvent<{ vendorId: string }>,
): string[] {
  return [vendorId];
}
