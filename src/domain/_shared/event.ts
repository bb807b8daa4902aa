import type { Actor } from './context.js';

/** A kind of event that the platform records. `Payload` is JSON: ids, numbers and short text, never secrets or files. */
export interface EventDefinition<Payload> {
  readonly type: string;
  /** The kind of entity whose id the event carries; deliveries of one entity keep their order. */
  readonly entity: string;
  /** One sentence for the reference. */
  readonly description: string;
  /** Whether webhook endpoints get it; the feature's `<slug>.webhooks.ts` says what they are sent. */
  readonly webhook?: true;
  readonly payloadType?: Payload;
}

/** Declares an event: `defineEvent<{ orderId: string }>('order.placed', 'order', 'A buyer placed an order')`. */
export function defineEvent<Payload>(
  type: string,
  entity: string,
  description: string,
  options: { webhook?: true } = {},
): EventDefinition<Payload> {
  return Object.freeze({ type, entity, description, ...options });
}

/** An event as it was written. */
export interface RecordedEvent<Payload = Record<string, unknown>> {
  id: string;
  type: string;
  entityId: string;
  payload: Payload;
  actor: Actor;
  requestId: string;
  /** The trace it was written in, as W3C `traceparent`, where there was one. */
  traceparent?: string | null;
  createdAt: Date;
}
