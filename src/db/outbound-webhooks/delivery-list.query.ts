import type { CountCache } from '#db/kernel/count-cache.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { Attempt, Delivery, DeliveryDetails } from '#domain/outbound-webhooks/delivery.js';
import type { EndpointOwner } from '#domain/outbound-webhooks/endpoint.js';

const columns = [
  'd.id',
  'd.endpointId',
  'd.messageId',
  'd.event',
  'd.state',
  'd.attempts',
  'd.lastStatus',
  'd.lastError',
  'd.deliveredAt',
  'd.createdAt',
];
/** Only what is still to be sent has a next attempt. */
const NEXT = `case when d.state = 'pending' then d.next_attempt_at end as next_attempt_at`;

/** With the headers of its endpoint, encrypted. */
export interface DeliveryRow extends DeliveryDetails {
  headersEncrypted: string | null;
}

const deliveriesOf = (reader: Reader, { vendorId }: EndpointOwner) =>
  reader('outbound_webhooks_deliveries as d')
    .join('outbound_webhooks_endpoints as e', 'e.id', 'd.endpointId')
    .where('e.vendorId', vendorId)
    .whereNull('e.deletedAt');

/** The deliveries of one endpoint of the owner. */
export function listDeliveries(
  knex: Knex,
  counts: CountCache,
  { endpointId, ...owner }: EndpointOwner & { endpointId: string },
  query: ListQuery,
): Promise<Page<Delivery>> {
  return listPage<Delivery>({
    base: deliveriesOf(knex, owner).where('d.endpointId', endpointId),
    query,
    idColumn: 'd.id',
    select: [...columns, knex.raw(NEXT)],
    columns: {
      state: 'd.state',
      event: 'd.event',
      createdAt: 'd.createdAt',
      messageId: 'd.messageId',
      lastStatus: 'd.lastStatus',
    },
    fewValues: {
      event: {
        table: 'outbound_webhooks_deliveries',
        column: 'event',
        within: { column: 'endpoint_id', value: endpointId },
      },
    },
    counts: { cache: counts, name: `webhook deliveries ${endpointId}` },
  });
}

export async function readDelivery(
  reader: Reader,
  owner: EndpointOwner,
  id: string,
): Promise<DeliveryRow | undefined> {
  return (await deliveriesOf(reader, owner)
    .join('outbound_webhooks_messages as m', 'm.id', 'd.messageId')
    .where('d.id', id)
    .first([...columns, 'e.url', 'e.headersEncrypted', 'm.body', reader.raw(NEXT)])) as
    | DeliveryRow
    | undefined;
}

/** The attempts of a delivery, the first one first. A delivery that is sent again has more than its schedule. */
export async function readAttempts(reader: Reader, deliveryId: string): Promise<Attempt[]> {
  return (await reader('outbound_webhooks_attempts')
    .where({ deliveryId })
    .orderBy('id')
    .limit(200)
    .select(
      'id',
      'at',
      'durationMs',
      'outcome',
      'status',
      'error',
      'responseHeaders',
      'responseBody',
    )) as Attempt[];
}
