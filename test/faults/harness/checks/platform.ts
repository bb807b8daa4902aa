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

/** Each event is there for all who hear of its type, and each of them has had it. */
export async function outboxIsEmpty({ container: { knex } }: Pick<Fixtures, 'container'>): Promise<Finding> {
  const received = subscriptions.flatMap(({ name, events }) => events.map((type) => ({ name, type })));
  const { rows } = await knex.raw<{ rows: Record<string, unknown>[] }>(
    `select d.subscription, d.entity_id, d.state, d.attempts, d.last_error from outbox_deliveries d
     where d.state <> 'delivered'
     union all
     select h.name, e.entity_id, 'missing', 0, e.type
     from outbox_events e join jsonb_to_recordset(?::jsonb) as h(name text, type text) using (type)
     where not exists (select from outbox_deliveries d where d.event_id = e.id and d.subscription = h.name)`,
    [JSON.stringify(received)],
  );
  const [{ count }] = (await knex('outbox_deliveries').count()) as [{ count: number }];
  return finding(
    'every event was delivered',
    count,
    rows.map((row) => JSON.stringify(row)),
  );
}
