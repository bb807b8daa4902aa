import type { DeliveryOutcome, DrainHandler } from '#activities/events/events.activities.js';
import type { DueDelivery } from '#db/events/events.repository.js';
import {
  createMessagesRepository,
  type NewMessage,
  type Subscriber,
} from '#db/outbound-webhooks/messages.repository.js';
import type { RecordedEvent } from '#domain/_shared/event.js';
import { systemContext } from '#domain/_shared/context.js';
import { HELD_MS } from '#domain/outbound-webhooks/endpoint.js';
import { wantsEvent } from '#domain/outbound-webhooks/event-patterns.js';
import { newId } from '#lib/ids.js';
import { messageBody } from '#operations/outbound-webhooks/message-body.js';
import type { WebhookEvent, WebhookReader } from '#operations/outbound-webhooks/webhook-event.js';
import type { Platform } from '#operations/platform.js';

/** Events whose messages are written together. */
const CHUNK = 50;
/** Mappers that read at a time: fewer than a pool has connections. */
const READS_AT_ONCE = 4;

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'clock' | 'logger' | 'webhookEvents'>;

/** What one audience gets of an event: the operator, or one vendor. */
interface Recipient {
  vendorId: string | null;
  endpointIds: string[];
}

/**
 * Makes messages of events: `data` is read once for each audience that has an endpoint for the event, and kept as the text
 * that every attempt sends. A batch that comes twice writes nothing the second time.
 */
export function createFanOutHandler(deps: Deps): DrainHandler {
  const { knex, unitOfWork, clock, logger } = deps;
  const messages = createMessagesRepository();
  const declared = new Map(deps.webhookEvents.map((event) => [event.name, event]));

  async function recipientsOf(
    { vendor, admin, name }: WebhookEvent,
    event: RecordedEvent,
    subscribers: readonly Subscriber[],
    reader: WebhookReader,
  ): Promise<Recipient[]> {
    const wanting = subscribers.filter(({ events }) => wantsEvent(events, name));
    const idsOf = (vendorId: string | null) =>
      wanting.filter((item) => item.vendorId === vendorId).map(({ id }) => id);
    const recipients: Recipient[] = admin ? [{ vendorId: null, endpointIds: idsOf(null) }] : [];
    if (vendor && wanting.some(({ vendorId }) => vendorId !== null)) {
      const concerned = new Set(await vendor.vendorsOf(reader, event));
      for (const vendorId of concerned) recipients.push({ vendorId, endpointIds: idsOf(vendorId) });
    }
    return recipients.filter(({ endpointIds }) => endpointIds.length > 0);
  }

  /** @param revision taken before anything is read: of two messages the higher one has read later */
  async function messagesOf(
    event: RecordedEvent,
    subscribers: readonly Subscriber[],
    revision: number,
  ): Promise<NewMessage[]> {
    const declaration = declared.get(event.type);
    if (!declaration) return [];
    const now = clock.now();
    const reader = { knex, now };
    const made: NewMessage[] = [];
    for (const { vendorId, endpointIds } of await recipientsOf(declaration, event, subscribers, reader)) {
      const audience = vendorId === null ? declaration.admin : declaration.vendor;
      const data =
        vendorId === null
          ? await declaration.admin?.data(reader, event)
          : await declaration.vendor?.data(reader, event, vendorId);
      if (!audience || !data) continue;
      const { type, createdAt: timestamp } = event;
      const body = messageBody({ type, timestamp, revision, data, link: audience.link(event) });
      made.push({
        id: newId(),
        sourceId: event.id,
        event: type,
        vendorId,
        entityId: event.entityId,
        body,
        createdAt: now,
        endpointIds,
      });
    }
    return made;
  }

  async function fanOut(
    deliveries: readonly DueDelivery[],
    subscribers: readonly Subscriber[],
  ): Promise<DeliveryOutcome[]> {
    const revisions = await messages.nextRevisions(knex, deliveries.length);
    const outcomes: DeliveryOutcome[] = [];
    const made: NewMessage[] = [];
    const waiting = deliveries.map((delivery, index) => ({ delivery, revision: revisions[index] ?? 0 }));
    async function lane(): Promise<void> {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { delivery, revision } = next;
        try {
          made.push(...(await messagesOf(delivery.event, subscribers, revision)));
          outcomes.push({ id: delivery.id });
        } catch (error) {
          logger.warn({ err: error, event: delivery.event.type }, 'webhook message cannot be made');
          outcomes.push({ id: delivery.id, error: (error as Error).message });
        }
      }
    }
    await Promise.all(Array.from({ length: READS_AT_ONCE }, lane));
    const ctx = systemContext({ name: 'webhook-events' }, clock.now());
    const before = new Date(ctx.now.getTime() - HELD_MS);
    const targets = new Set(made.flatMap(({ endpointIds }) => endpointIds));
    await unitOfWork.run(ctx, async (tx) => {
      await messages.insertAll(tx, made);
      for (const { id, state } of subscribers)
        if (state === 'disabled' && targets.has(id)) await messages.trimHeld(tx, id, before);
    });
    return outcomes;
  }

  return async (deliveries, { signal }) => {
    const subscribers = await messages.subscribers(knex);
    const outcomes: DeliveryOutcome[] = [];
    for (let from = 0; from < deliveries.length && !signal.aborted; from += CHUNK)
      outcomes.push(...(await fanOut(deliveries.slice(from, from + CHUNK), subscribers)));
    return outcomes;
  };
}
