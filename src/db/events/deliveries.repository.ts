import { integer, jsonOf, nullable, text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { openEntitiesSql } from './open-flows.query.js';
import { deleteBatch } from '#db/kernel/delete-batch.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';

/** The last event that a sweep has looked at. */
export interface SweptUntil {
  /** As the database writes it, to the microsecond. */
  at: string;
  id: string;
}

/** Events looked at in one statement: what is open is read once for all of them. */
const SWEEP_BATCH = 5_000;
const NIL = '00000000-0000-0000-0000-000000000000';

/** A delivery as an operator sees it; its payload stays in the database. */
export interface DeliveryRow {
  eventId: string;
  subscription: string;
  type: string;
  entityId: string;
  state: 'due' | 'delivered' | 'parked';
  attempts: number;
  nextAttemptAt: Date;
  lastError: string | null;
  deliveredAt: Date | null;
  createdAt: Date;
}

export function createDeliveriesRepository(knex: Knex) {
  return {
    list(query: ListQuery): Promise<Page<DeliveryRow>> {
      return listPage<DeliveryRow>({
        base: knex('outbox_deliveries as d').join('outbox_events as e', 'e.id', 'd.eventId'),
        query,
        columns: {
          createdAt: 'e.createdAt',
          state: 'd.state',
          subscription: 'd.subscription',
          type: 'e.type',
          entityId: 'd.entityId',
        },
        // Ids of events rise with time, and the index of the deliveries has them.
        sortColumns: { createdAt: 'd.eventId' },
        fewValues: {
          subscription: { table: 'outbox_deliveries', column: 'subscription' },
          type: { table: 'outbox_events', column: 'type' },
        },
        idColumn: 'd.id',
        select: [
          'd.eventId',
          'd.subscription',
          'e.type',
          'd.entityId',
          'd.state',
          'd.attempts',
          'd.nextAttemptAt',
          'd.lastError',
          'd.deliveredAt',
          'e.createdAt',
        ],
      });
    },

    /** Makes a waiting delivery due at once, as if it were new; false when it is not waiting. */
    async retry(tx: Tx, key: { eventId: string; subscription: string }): Promise<boolean> {
      const updated = await tx('outbox_deliveries')
        .where(key)
        .whereIn('state', ['due', 'parked'])
        .update({ state: 'due', attempts: 0, nextAttemptAt: tx.fn.now(), claimedBy: null });
      if (updated > 0) await tx.raw(`select pg_notify('live', 'outbox:')`);
      return updated > 0;
    },

    /** Gives a waiting delivery up, so that later ones of its entity go on; false when it is not waiting. */
    async drop(tx: Tx, key: { eventId: string; subscription: string }): Promise<boolean> {
      const deleted = await tx('outbox_deliveries').where(key).whereIn('state', ['due', 'parked']).delete();
      if (deleted > 0) await tx.raw(`select pg_notify('live', 'outbox:')`);
      return deleted > 0;
    },

    /** Gives up all that waits for subscriptions which no longer exist. @returns how many deliveries of each */
    async dropAll(tx: Tx, subscriptions: readonly string[]): Promise<Record<string, number>> {
      const rows = await query(tx, { subscription: text, count: integer })(
        `with dropped as (
           delete from outbox_deliveries where subscription = any(?::text[]) and state in ('due', 'parked')
           returning subscription
         )
         select subscription, count(*)::integer as count from dropped group by subscription order by subscription`,
        [[...subscriptions]],
      );
      return Object.fromEntries(rows.map(({ subscription, count }) => [subscription, count]));
    },

    async exists(key: { eventId: string; subscription: string }): Promise<boolean> {
      return (await knex('outbox_deliveries').where(key).first('id')) !== undefined;
    },

    /**
     * Looks at the next events recorded before `olderThan` and deletes those that nobody waits for any more. What could start
     * the run of an entity with work left stays: `redeliver` needs it, and so does a broadcast that is sent in three weeks.
     * @param after the `last` of the batch before, so that what stays is looked at once
     * @returns how many were deleted, and where the batch ended; null where there was nothing left
     */
    async sweepEvents(
      tx: Tx,
      olderThan: Date,
      after: SweptUntil | null,
    ): Promise<{ deleted: number; last: SweptUntil | null }> {
      const rows = await query(tx, { deleted: integer, last: nullable(jsonOf<SweptUntil>()) })(
        `with batch as materialized (
           select id, created_at from outbox_events
           where created_at < ? and (created_at, id) > (coalesce(?::timestamptz, '-infinity'), coalesce(?::uuid, '${NIL}'))
           order by created_at, id limit ${SWEEP_BATCH}
         ), needed as materialized (
           select d.event_id from outbox_deliveries d join batch on batch.id = d.event_id
           where d.state <> 'delivered'
             or (d.subscription, d.entity_id) in (select subscription, entity_id from (${openEntitiesSql}) as o)
         ), deleted as (
           delete from outbox_events r using batch
           where r.id = batch.id and not exists (select 1 from needed where needed.event_id = batch.id) returning 1
         )
         select (select count(*)::integer from deleted) as deleted,
           (select json_build_object('at', created_at::text, 'id', id) from batch order by created_at desc, id desc limit 1) as last`,
        [olderThan, after?.at ?? null, after?.id ?? null],
      );
      return rows[0] ?? { deleted: 0, last: null };
    },

    /** Deletes some idempotency keys whose day has passed. Returns how many. */
    sweepIdempotencyKeys(tx: Tx): Promise<number> {
      return deleteBatch(tx, 'idempotency_keys', 'r.expires_at < now()');
    },
  };
}

export type DeliveriesRepository = ReturnType<typeof createDeliveriesRepository>;
