import type { Knex } from '#db/kernel/knex.js';
import type { Delivery, DeliveryEvent } from '#domain/mail/delivery.js';
import type { MailState } from '#domain/mail/mail-message.js';
import type { TemplateRole } from '#domain/mail/mail-template.js';

export interface DeliveryDetail extends Delivery {
  locale: string | null;
  variablesEncrypted: string | null;
}

/** What deliveries may be asked by; ids grow with time, so that a day is a range of them. */
export interface DeliveryFilter {
  state?: MailState;
  template?: string;
  role?: TemplateRole;
  recipient?: string;
  orderId?: string;
  kind?: Delivery['kind'];
  /** The first id of the day, and the first after it. */
  fromId?: string;
  beforeId?: string;
}

const columns = [
  'id',
  'kind',
  'template',
  'role',
  'recipient',
  'state',
  'attempts',
  'orderId',
  'resendOf',
  'providerMessageId',
  'lastError',
  'deliveryStatus',
  'deliveryStatusAt',
  'createdAt',
  'updatedAt',
  'sentAt',
] as const;

/** Adds the conditions of a filter to a statement over `mail_messages`. */
export function whereDelivery(query: Knex.QueryBuilder, filter: DeliveryFilter): Knex.QueryBuilder {
  const { fromId, beforeId, ...equal } = filter;
  for (const [column, value] of Object.entries(equal))
    if (value !== undefined) void query.where(column, value);
  if (fromId !== undefined) void query.where('id', '>=', fromId);
  if (beforeId !== undefined) void query.where('id', '<', beforeId);
  return query;
}

/** The newest deliveries that match, before `before` in their order, one more than `limit`. */
export function listDeliveries(
  knex: Knex,
  filter: DeliveryFilter,
  { limit, before }: { limit: number; before?: string },
): Promise<Delivery[]> {
  const query = whereDelivery(knex('mail_messages'), filter);
  if (before !== undefined) void query.where('id', '<', before);
  return query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .select([...columns]) as unknown as Promise<Delivery[]>;
}

export async function readDelivery(knex: Knex, id: string): Promise<DeliveryDetail | undefined> {
  return knex('mail_messages')
    .where({ id })
    .first([...columns, 'locale', 'variablesEncrypted']);
}

/** What the provider has reported of a mail, in the order in which it happened. */
export function readDeliveryEvents(knex: Knex, messageId: string): Promise<DeliveryEvent[]> {
  return knex('mail_provider_events')
    .where({ messageId })
    .orderBy('occurredAt')
    .orderBy('id')
    .limit(200)
    .select('type', 'reason', 'occurredAt', 'receivedAt') as Promise<DeliveryEvent[]>;
}
