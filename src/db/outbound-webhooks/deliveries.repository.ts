import { instant, integer, nullable, type RowOf, text, uuid } from '#domain/_shared/columns.js';
import { execute, query } from '#db/kernel/query.js';
import { expectRow } from '#db/kernel/expect-row.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { createWorkQueue } from '#db/kernel/work-queue.js';
import {
  AHEAD_PER_ENDPOINT,
  AT_ONCE_PER_ENDPOINT,
  type Attempt,
  type DeliveryState,
  MAX_REDELIVERED,
} from '#domain/outbound-webhooks/delivery.js';

/** A delivery that is to be sent, with what is sent and where to. */
const claimedDeliveryColumns = {
  id: uuid,
  messageId: uuid,
  endpointId: uuid,
  tries: integer,
  leaseId: uuid,
  body: nullable(text),
  url: text,
  headersEncrypted: nullable(text),
  secretEncrypted: text,
  previousSecretEncrypted: nullable(text),
  previousSecretUntil: nullable(instant),
};
export type ClaimedDelivery = RowOf<typeof claimedDeliveryColumns>;

/** What an attempt has come to, and what becomes of its delivery. */
export interface SettledAttempt {
  deliveryId: string;
  endpointId: string;
  leaseId: string;
  state: DeliveryState;
  nextAttemptAt: Date;
  attempt: Omit<Attempt, 'id'>;
}

/** A worker that dies leaves its deliveries to others after this: longer than a request may take. */
export const LEASE_SECONDS = 30;

const queue = createWorkQueue<{ id: string }>({
  name: 'outbound_webhooks_deliveries',
  key: { id: 'uuid' },
  open: `q.state = 'pending'`,
  notBefore: 'greatest(q.next_attempt_at, q.leased_until)',
  order: 'greatest(q.next_attempt_at, q.leased_until), q.id',
  lease: { until: 'leased_until', id: 'lease_id', seconds: LEASE_SECONDS },
  givenBack: 'next_attempt_at = q.next_attempt_at',
  held: `q.state = 'pending'`,
  turns: {
    between: ['endpoint_id'],
    atOnce: AT_ONCE_PER_ENDPOINT,
    ahead: AHEAD_PER_ENDPOINT,
    of: `select e.id as endpoint_id from outbound_webhooks_endpoints e where e.state = 'enabled' and e.deleted_at is null`,
  },
  columns: ['id', 'leaseId', 'messageId', 'endpointId', 'tries'],
  since: 'q.next_attempt_at',
});

/** True while a delivery can be sent. */
export const deliveryDueSql = queue.due();
/** What is open, for metrics. */
export const deliveryBacklog = { counts: queue.counts, oldest: queue.oldest };

export function createDeliveriesRepository() {
  return {
    /**
     * Claims deliveries in turns between endpoints, and reads what they send.
     * @param options `leaseId` is that of the process, `ahead` how many it may hold by endpoint
     */
    async claim(
      tx: Tx,
      options: { limit: number; now: Date; leaseId: string; ahead: Record<string, number> },
    ): Promise<ClaimedDelivery[]> {
      const claimed = await queue.claim(tx, options);
      if (claimed.length === 0) return [];
      return query(tx, claimedDeliveryColumns)(
        `select d.id, d.message_id, d.endpoint_id, d.tries, d.lease_id, m.body, e.url, e.headers_encrypted,
           e.secret_encrypted, e.previous_secret_encrypted, e.previous_secret_until
         from outbound_webhooks_deliveries d
         join outbound_webhooks_messages m on m.id = d.message_id
         join outbound_webhooks_endpoints e on e.id = d.endpoint_id
         where d.id = any(?::uuid[]) order by d.next_attempt_at, d.id`,
        [claimed.map(({ id }) => id)],
      );
    },

    /** Gives deliveries of a lease back untried. */
    async giveBack(tx: Tx, leaseId: string, ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return;
      await tx.raw(
        `update outbound_webhooks_deliveries set leased_until = null, lease_id = null
         where id = any(?::uuid[]) and lease_id = ?`,
        [[...ids], leaseId],
      );
    },

    /**
     * Records attempts and what became of their deliveries. One whose lease was lost, or that was deleted, keeps its state:
     * the attempt is recorded where its delivery is still there.
     */
    async settle(tx: Tx, settled: readonly SettledAttempt[]): Promise<void> {
      if (settled.length === 0) return;
      const rows = settled.map(({ deliveryId, leaseId, state, nextAttemptAt, attempt }) => ({
        delivery_id: deliveryId,
        lease_id: leaseId,
        state,
        next_attempt_at: nextAttemptAt,
        at: attempt.at,
        duration_ms: attempt.durationMs,
        outcome: attempt.outcome,
        status: attempt.status,
        error: attempt.error,
        response_body: attempt.responseBody,
        response_headers: attempt.responseHeaders,
      }));
      await tx.raw(
        `with given as (
           select * from jsonb_to_recordset(?::jsonb) as given (delivery_id uuid, lease_id uuid, state text,
             next_attempt_at timestamptz, at timestamptz, duration_ms integer, outcome text, status integer, error text,
             response_headers jsonb, response_body text)
         ), noted as (
           insert into outbound_webhooks_attempts (delivery_id, at, duration_ms, outcome, status, error, response_headers, response_body)
           select delivery_id, at, duration_ms, outcome, status, error, response_headers, response_body
           from given where exists (select from outbound_webhooks_deliveries d where d.id = given.delivery_id)
         )
         update outbound_webhooks_deliveries d
         set attempts = d.attempts + 1, tries = d.tries + 1, leased_until = null, lease_id = null,
           last_status = given.status, last_error = given.error, next_attempt_at = given.next_attempt_at,
           state = case when d.state = 'held' and given.state = 'pending' then 'held' else given.state end,
           delivered_at = case when given.state = 'delivered' then given.at else d.delivered_at end
         from given where d.id = given.delivery_id and d.lease_id = given.lease_id and d.state in ('pending', 'held')`,
        [JSON.stringify(rows)],
      );
    },

    /** Adds to what the endpoints' deliveries have shown, in the order of their ids. */
    async recordResults(
      tx: Tx,
      results: readonly {
        endpointId: string;
        succeededAt: Date | null;
        failures: number;
        failedAt: Date | null;
        error: string | null;
      }[],
    ): Promise<{ id: string; failures: number; failingSince: Date | null }[]> {
      const sorted = [...results].sort((a, b) => (a.endpointId < b.endpointId ? -1 : 1));
      const rows = sorted.map(({ endpointId, succeededAt, failures, failedAt, error }) => ({
        id: endpointId,
        succeeded_at: succeededAt,
        failures,
        failed_at: failedAt,
        error,
      }));
      return query(tx, { id: uuid, failures: integer, failingSince: nullable(instant) })(
        `with given as (
           select * from jsonb_to_recordset(?::jsonb) as given (id uuid, succeeded_at timestamptz, failures integer,
             failed_at timestamptz, error text)
         ), locked as (
           select e.id from outbound_webhooks_endpoints e join given using (id) order by e.id for update of e
         )
         update outbound_webhooks_endpoints e
         set failures = case when given.succeeded_at is null then e.failures + given.failures else 0 end,
           failing_since = case when given.succeeded_at is null then coalesce(e.failing_since, given.failed_at) end,
           last_success_at = coalesce(given.succeeded_at, e.last_success_at),
           last_failure_at = coalesce(given.failed_at, e.last_failure_at),
           last_error = coalesce(given.error, e.last_error)
         from given join locked using (id) where e.id = given.id
         returning e.id, e.failures, e.failing_since`,
        [JSON.stringify(rows)],
      );
    },

    /** The delivery of a message to an endpoint. */
    async idOf(tx: Tx, messageId: string, endpointId: string): Promise<string> {
      const rows = (await tx('outbound_webhooks_deliveries')
        .where({ messageId, endpointId })
        .select('id')) as { id: string }[];
      return expectRow(rows).id;
    },

    /** Sends a delivery that has ended again, with all its attempts before it. @returns false where it has not ended */
    async reopen(tx: Tx, id: string, now: Date): Promise<boolean> {
      const changed = await tx('outbound_webhooks_deliveries')
        .where({ id })
        .whereIn('state', ['delivered', 'failed'])
        .update({ state: 'pending', tries: 0, nextAttemptAt: now, inRange: false });
      return changed > 0;
    },

    /** Whether deliveries of the last range still wait for their first attempt. */
    async isRangeUnderWay(tx: Tx, endpointId: string): Promise<boolean> {
      const found = await execute(
        tx,
        `select from outbound_webhooks_deliveries
         where endpoint_id = ? and state = 'pending' and in_range and tries = 0 limit 1`,
        [endpointId],
      );
      return found > 0;
    },

    /** How many ended deliveries of a range can be sent again, up to one more than may be. */
    async countRange(tx: Tx, endpointId: string, range: DeliveryRange): Promise<number> {
      const rows = await query(tx, { count: integer })(
        `select count(*)::integer as count from (${RANGE} limit ?) as range`,
        [...rangeBindings(endpointId, range), MAX_REDELIVERED + 1],
      );
      return rows[0]?.count ?? 0;
    },

    /** Sends the ended deliveries of a range again. @returns how many */
    async reopenRange(tx: Tx, endpointId: string, range: DeliveryRange, now: Date): Promise<number> {
      return execute(
        tx,
        `update outbound_webhooks_deliveries d set state = 'pending', tries = 0, next_attempt_at = ?, in_range = true
         from (${RANGE} order by d.id limit ? for update of d) as range where d.id = range.id`,
        [now, ...rangeBindings(endpointId, range), MAX_REDELIVERED],
      );
    },

    /** What was held is sent after all. @returns how many */
    async releaseHeld(tx: Tx, endpointId: string, now: Date): Promise<number> {
      return tx('outbound_webhooks_deliveries')
        .where({ endpointId, state: 'held' })
        .update({ state: 'pending', tries: 0, nextAttemptAt: now });
    },

    /** What was held is not sent. @returns how many */
    async dropHeld(tx: Tx, endpointId: string): Promise<number> {
      return tx('outbound_webhooks_deliveries').where({ endpointId, state: 'held' }).delete();
    },
  };
}

export interface DeliveryRange {
  from: Date;
  to: Date;
  states: readonly DeliveryState[];
}

const RANGE = `select d.id from outbound_webhooks_deliveries d join outbound_webhooks_messages m on m.id = d.message_id
  where d.endpoint_id = ? and d.created_at >= ? and d.created_at < ? and d.state = any(?::text[]) and m.body is not null`;

const rangeBindings = (endpointId: string, { from, to, states }: DeliveryRange) =>
  [endpointId, from, to, [...states]] as (string | Date | string[])[] as never[];

export type DeliveriesRepository = ReturnType<typeof createDeliveriesRepository>;
