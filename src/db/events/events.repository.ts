import {
  boolean,
  instant,
  integer,
  jsonOf,
  nullable,
  type RowOf,
  text,
  uuid,
} from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { RecordedEvent } from '#domain/_shared/event.js';
import type { Knex } from '#db/kernel/knex.js';
import { backoffSql, claimedUnder, readySql } from '#db/kernel/work-queue-sql.js';
import { holdsLease } from './relay-lease.repository.js';

/** A delivery with the event it brings. */
export interface DueDelivery {
  id: number;
  subscription: string;
  attempts: number;
  event: RecordedEvent;
}

/** A delivery that a relay has claimed. */
export interface ClaimedDelivery extends DueDelivery {
  /** Somebody has claimed it before, and did not mark it: the engine may have it already. */
  claimedBefore: boolean;
}

/** After this many failed attempts a delivery waits for an operator. */
export const MAX_ATTEMPTS = 10;

const EVENT_COLUMNS = `d.id, d.subscription, d.attempts, e.id as event_id, e.type, e.entity_id, e.payload, e.actor,
  e.request_id, e.traceparent, e.created_at`;
const dueColumns = {
  id: integer,
  subscription: text,
  attempts: integer,
  eventId: uuid,
  type: text,
  entityId: text,
  payload: jsonOf<RecordedEvent['payload']>(),
  actor: jsonOf<RecordedEvent['actor']>(),
  requestId: text,
  traceparent: nullable(text),
  createdAt: instant,
};

/** Deliveries, in their order for each entity. A relay's claim carries the number of its lease. */
const deliveries = {
  name: 'outbox_deliveries',
  key: { id: 'bigint' },
  open: `q.state = 'due'`,
  notBefore: 'q.next_attempt_at',
  orderPer: ['subscription', 'entity_id'],
  holder: { column: 'claimed_by', isValid: holdsLease },
  backoff: { firstSeconds: 2, maxSeconds: 600 },
} as const;

/** One at a time: an earlier delivery of the entity holds up a later one until it is delivered. */
const isHead = readySql({ ...deliveries, heldUpBy: `q.state in ('due', 'parked')` });
/** A batch takes deliveries of an entity together, unless an earlier one is parked or backs off. */
const isTakeable = readySql({
  ...deliveries,
  heldUpBy: `q.state in ('due', 'parked') and (q.state = 'parked' or q.next_attempt_at > now())`,
});

function delivery({ id, subscription, attempts, eventId, ...event }: RowOf<typeof dueColumns>): DueDelivery {
  return { id, subscription, attempts, event: { id: eventId, ...event } };
}

/** The deliveries of the outbox: reading what is due, and writing what became of it. */
export function createEventsRepository(knex: Knex) {
  return {
    /**
     * Claims due deliveries that head the queue of their (subscription, entity): a later one waits until the earlier is
     * delivered, also while that one is backing off or parked.
     * @param number of the relay's lease; under another one nothing is claimed
     */
    async claimHeads(subscriptions: string[], limit: number, number: number): Promise<ClaimedDelivery[]> {
      if (subscriptions.length === 0) return [];
      const rows = await query(knex, { ...dueColumns, claimedBefore: boolean })(
        `with heads as materialized (
           select due.id from unnest(?::text[]) as name
           cross join lateral (
             select q.id from outbox_deliveries q where q.subscription = name and ${isHead}
             order by q.id limit ?
           ) as due
           order by due.id limit ?
         )
         update outbox_deliveries d set claimed_by = ?
         from heads, outbox_events e
         where d.id = heads.id and e.id = d.event_id and d.state = 'due' and ${holdsLease}
         returning ${EVENT_COLUMNS}, old.claimed_by is not null as claimed_before`,
        [subscriptions, limit, limit, number, number],
      );
      return rows
        .map(({ claimedBefore, ...row }) => ({ ...delivery(row), claimedBefore }))
        .sort((a, b) => a.id - b.id);
    },

    /** Gives claimed deliveries back whose turn did not come: nobody has brought them anywhere. */
    async giveBack(ids: number[], number: number): Promise<void> {
      if (ids.length === 0) return;
      await knex.raw(
        `update outbox_deliveries set claimed_by = null
         where id = any(?::bigint[]) and state = 'due' and claimed_by = ? and ${holdsLease}`,
        [ids, number, number],
      );
    },

    /**
     * Due deliveries of one drain, oldest first; entities with an earlier delivery that waits are passed over.
     * @param first SQL that selects ids of entities whose deliveries are taken before all others
     */
    async takeBatch(subscription: string, limit: number, first?: string): Promise<DueDelivery[]> {
      const take = async (which: string, bindings: readonly (string | number[])[], most: number) => {
        const rows = await query(knex, dueColumns)(
          `select ${EVENT_COLUMNS}
           from (
             select * from outbox_deliveries q
             where q.subscription = ? and ${isTakeable} ${which}
             order by q.id limit ?
           ) as d
           join outbox_events e on e.id = d.event_id
           order by d.id`,
          [subscription, ...bindings, most],
        );
        return rows.map(delivery);
      };
      if (first === undefined) return take('', [], limit);
      // An array is made once; a subquery in its place would be tried for each delivery that waits.
      const urgent = await take(`and q.entity_id = any(array(${first}))`, [], limit);
      const ids = urgent.map(({ id }) => id);
      const others = await take('and q.id <> all(?::bigint[])', [ids], limit - urgent.length);
      return [...urgent, ...others];
    },

    /**
     * Which of these drains have something to take: a due delivery that no earlier one of its entity holds up, or what
     * `rows`, SQL of the drain's own, says.
     */
    async dueDrains(drains: readonly { name: string; rows: string | null }[]): Promise<string[]> {
      if (drains.length === 0) return [];
      const own = drains.flatMap(({ name, rows }) => (rows === null ? [] : [{ name, rows }]));
      const rows = await query(knex, { name: text })(
        `select name from unnest(?::text[]) as name where exists (
           select 1 from outbox_deliveries q where q.subscription = name and ${isTakeable})
         ${own.map((drain) => `union select ? where ${drain.rows}`).join(' ')}`,
        [drains.map(({ name }) => name), ...own.map(({ name }) => name)],
      );
      return rows.map((row) => row.name);
    },

    /** @param number of the relay's lease, where a relay has claimed them; under another one nothing changes */
    async markDelivered(ids: number[], number?: number): Promise<void> {
      if (ids.length === 0) return;
      const bound = claimedUnder(deliveries, number);
      await knex.raw(
        `update outbox_deliveries q set state = 'delivered', delivered_at = now(), last_error = null
         where q.id = any(?::bigint[]) ${bound.sql}`,
        [ids, ...bound.bindings],
      );
    },

    /** Counts the attempt and sets the next: 2, 4, 8 … seconds, 10 minutes at most; the tenth failure parks it. */
    async markFailed(failures: { id: number; error: string }[], number?: number): Promise<void> {
      if (failures.length === 0) return;
      const bound = claimedUnder(deliveries, number);
      await knex.raw(
        `update outbox_deliveries q
         set attempts = q.attempts + 1, last_error = left(failed.error, 2000),
             state = case when q.attempts + 1 >= ? then 'parked' else 'due' end,
             next_attempt_at = now() + ${backoffSql('q.attempts', deliveries.backoff)}
         from unnest(?::bigint[], ?::text[]) as failed(id, error) where q.id = failed.id and q.state = 'due' ${bound.sql}`,
        [
          MAX_ATTEMPTS,
          failures.map((failure) => failure.id),
          failures.map((failure) => failure.error),
          ...bound.bindings,
        ],
      );
    },

    /** Puts deliveries off without counting an attempt. */
    async defer(rows: { id: number; error: string; retryAt: Date }[]): Promise<void> {
      if (rows.length === 0) return;
      await knex.raw(
        `update outbox_deliveries d set last_error = left(given.error, 2000), next_attempt_at = given.retry_at
         from unnest(?::bigint[], ?::text[], ?::timestamptz[]) as given(id, error, retry_at)
         where d.id = given.id and d.state = 'due'`,
        [
          rows.map(({ id }) => id),
          rows.map(({ error }) => error),
          rows.map(({ retryAt }) => retryAt.toISOString()),
        ],
      );
    },

    /** Puts off everything of a subscription that is due before. */
    async deferAll(subscription: string, until: Date): Promise<void> {
      await knex('outbox_deliveries')
        .where({ subscription, state: 'due' })
        .where('nextAttemptAt', '<', until)
        .update({ nextAttemptAt: until });
    },

    async markEventDelivered(eventId: string, subscription: string): Promise<void> {
      await knex('outbox_deliveries')
        .where({ eventId, subscription, state: 'due' })
        .update({ state: 'delivered', deliveredAt: knex.fn.now() });
    },
  };
}

export type EventsRepository = ReturnType<typeof createEventsRepository>;
