import type { ReceivedRequest } from '../clients/webhook-receiver.js';
import { type Finding, finding } from '../finding.js';
import type { Fixtures } from '../flow.js';

/** What an endpoint has to have got: an event about an entity, at its path. */
export interface ExpectedWebhook {
  path: string;
  type: string;
  entityId: string;
}

interface Body {
  type: string;
  data: { id: string } | null;
}

const keyOf = ({ path, type, entityId }: ExpectedWebhook) => `${path} ${type} ${entityId}`;

/** Each expected event has arrived, however often, under one `webhook-id`. */
export function eventsHaveArrived(
  expected: readonly ExpectedWebhook[],
  received: readonly ReceivedRequest[],
): Finding {
  const ids = new Map<string, Set<string>>();
  for (const { path, type, body, id } of received) {
    const { data } = JSON.parse(body) as Body;
    const key = keyOf({ path, type, entityId: data?.id ?? '' });
    ids.set(key, (ids.get(key) ?? new Set()).add(id));
  }
  const problems = expected.flatMap((item) => {
    const count = ids.get(keyOf(item))?.size ?? 0;
    if (count === 1) return [];
    return [`${keyOf(item)}: ${count === 0 ? 'has not arrived' : `has ${count} webhook-ids`}`];
  });
  return finding(
    'every event has reached its endpoints at least once, under one webhook-id',
    expected.length,
    problems,
  );
}

/** Signatures are good, and a `webhook-id` always has the same bytes. */
export function requestsAreWhole(received: readonly ReceivedRequest[]): Finding[] {
  const unsigned = received
    .filter(({ signature }) => signature !== 'good')
    .map(({ path, id, problem }) => `${path} ${id}: ${problem ?? 'no secret'}`);
  const bodies = new Map<string, Set<string>>();
  for (const { path, id, body } of received)
    bodies.set(`${path} ${id}`, (bodies.get(`${path} ${id}`) ?? new Set()).add(body));
  const changed = [...bodies].filter(([, texts]) => texts.size > 1).map(([key]) => key);
  return [
    finding('the signature of every webhook is good', received.length, unsigned),
    finding('a webhook that is sent again has the same bytes', bodies.size, changed),
  ];
}

/** Deliveries count as delivered only by an attempt that was, and none is left in hand. */
export async function deliveriesAgree({ container: { knex } }: Fixtures): Promise<Finding[]> {
  const { rows } = await knex.raw<{ rows: { id: string; state: string; right: boolean; leased: boolean }[] }>(
    `select d.id, d.state, d.leased_until is not null as leased,
       (d.state <> 'delivered' or exists (select from outbound_webhooks_attempts a where a.delivery_id = d.id and a.outcome = 'delivered'))
         and d.attempts <= (select count(*) from outbound_webhooks_attempts a where a.delivery_id = d.id) as "right"
     from outbound_webhooks_deliveries d`,
  );
  const wrong = rows.filter((row) => !row.right).map(({ id, state }) => `delivery ${id} is ${state}`);
  const leased = rows.filter((row) => row.leased).map(({ id }) => `delivery ${id}`);
  return [
    finding('what counts as delivered has an attempt that was', rows.length, wrong, { mayBeEmpty: true }),
    finding('no delivery of webhooks stays in hand', rows.length, leased, { mayBeEmpty: true }),
  ];
}
