import type { Knex } from 'knex';
import type { RecordedEvent } from '#domain/_shared/event.js';
import { subscriptions } from '#events/subscriptions.js';
import { type Finding, finding } from '../finding.js';
import type { Fixtures } from '../flow.js';
import type { Part } from '../processes/part.js';

/** What holds for the platform as a whole, whatever its flows are. */
export async function checkPlatform(
  fixtures: Fixtures,
  seen: { left: string[]; parts: readonly Part[] },
): Promise<Finding[]> {
  return [
    finding('everything came to rest', 1, seen.left),
    await outboxIsEmpty(fixtures),
    finding(
      'no process ended by itself',
      seen.parts.length,
      seen.parts.filter(({ deaths }) => deaths > 0).map(({ name, deaths }) => `${name}, ${deaths} times`),
    ),
  ];
}

/** Each event is there for all whom it concerns, and each of them has had it. */
export async function outboxIsEmpty({ container: { knex } }: Pick<Fixtures, 'container'>): Promise<Finding> {
  const received = subscriptions.flatMap(({ name, events }) => events.map((type) => ({ name, type })));
  const { rows: left } = await knex.raw<{ rows: Record<string, unknown>[] }>(
    `select d.subscription, d.entity_id, d.state, d.attempts, d.last_error from outbox_deliveries d
     where d.state <> 'delivered'`,
  );
  const { rows: without } = await knex.raw<{ rows: (RecordedEvent & { subscription: string })[] }>(
    `select e.*, h.name as subscription
     from outbox_events e join jsonb_to_recordset(?::jsonb) as h(name text, type text) using (type)
     where not exists (select from outbox_deliveries d where d.event_id = e.id and d.subscription = h.name)`,
    [JSON.stringify(received)],
  );
  // Events have no delivery to webhook endpoints while no endpoint exists, nor to the refresh of groups without one by rules, nor
  // to wishlists of which nobody wants mails.
  const since = async (rows: Knex.QueryBuilder) =>
    ((await rows.orderBy('createdAt').first('createdAt')) as { createdAt: Date } | undefined)?.createdAt;
  const wantedSince = new Map([
    ['webhook-events', await since(knex('outbound_webhooks_endpoints'))],
    ['customer-groups-buyers', await since(knex('customer_groups').where({ kind: 'rules' }))],
    [
      'wishlist-items',
      await since(knex('wishlists_items').whereRaw('notify_price_drop or notify_back_in_stock')),
    ],
  ]);
  const isWanted = (subscription: string, { createdAt }: RecordedEvent) => {
    const first = wantedSince.get(subscription);
    return !wantedSince.has(subscription) || (first !== undefined && createdAt >= first);
  };
  const missing = without
    .filter(({ subscription, ...event }) => isWanted(subscription, event))
    .filter(({ subscription, ...event }) => concerns(subscription, event))
    .map(({ subscription, entityId, type }) => ({ subscription, entityId, state: 'missing', type }));
  const [{ count }] = (await knex('outbox_deliveries').count()) as [{ count: number }];
  return finding(
    'every event was delivered',
    count,
    [...left, ...missing].map((row) => JSON.stringify(row)),
  );
}

function concerns(name: string, event: RecordedEvent): boolean {
  return subscriptions.find((item) => item.name === name)?.concerns?.(event) ?? true;
}
