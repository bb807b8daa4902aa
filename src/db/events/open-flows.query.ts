import { boolean, integer, type RowOf, text, texts } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { openFlows } from '#db/open-flow-tables.js';

/** The subscriptions whose runs can be started anew: what a lost engine knew of, the database still knows. */
export const redeliverable = Object.keys(openFlows);

const redeliveryColumns = {
  subscription: text,
  /** Entities with work left. */
  open: integer,
  /** Of those, whose event will be brought to the engine again, or is on its way. */
  redelivered: integer,
  /** Ids of those without an event; 100 at most. */
  missing: texts,
};
export type Redelivery = RowOf<typeof redeliveryColumns>;

export interface RedeliveryOptions {
  /** Asks the providers once more for refunds that they have refused, such as for want of balance. */
  refusedRefunds?: boolean;
}

/** Every entity with work left, with the subscription that starts its run: `subscription`, `entity_id`. */
export const openEntitiesSql = Object.entries(openFlows)
  .map(
    ([subscription, ids]) =>
      `select '${subscription}' as subscription, id::text as entity_id from (${ids}) as x (id)`,
  )
  .join(' union all ');

/** Refunds that failed wait again, as far as there is an event to start their run. */
async function reopenRefusedRefunds(knex: Knex): Promise<void> {
  await knex.raw(
    `update payments_refunds set status = 'pending', failure_reason = null, processed_at = null, updated_at = now()
     where status = 'failed' and given_up_at is null and not below_minimum and exists (
       select 1 from outbox_deliveries d
       where d.subscription = 'payments-refund' and d.entity_id = payments_refunds.id::text and d.state = 'delivered')`,
  );
}

/**
 * Makes the last delivered event of every entity with work left due again, so that the relay starts its run where it
 * does not run. Harmless where it does: ids keep it single, and a run first reads what is left to do.
 */
export async function redeliverOpenFlows(
  knex: Knex,
  { refusedRefunds = false }: RedeliveryOptions = {},
): Promise<Redelivery[]> {
  if (refusedRefunds) await reopenRefusedRefunds(knex);
  const rows = await query(
    knex,
    redeliveryColumns,
  )(`with open as (${openEntitiesSql}),
     last as (
       select distinct on (d.subscription, d.entity_id) d.id, d.subscription, d.state
       from outbox_deliveries d join open using (subscription, entity_id) join outbox_events e on e.id = d.event_id
       -- The run of an order that was confirmed as it was placed is started by its placement.
       where (e.payload ->> 'atPlacement') is distinct from 'true'
       order by d.subscription, d.entity_id, d.id desc
     ),
     again as (
       update outbox_deliveries set state = 'due', attempts = 0, next_attempt_at = now(), delivered_at = null,
         -- An operator's will: also where the engine has had the event already.
         claimed_by = null
       where id in (select id from last where state = 'delivered') returning subscription
     )
     select open.subscription, count(*) as open,
       (select count(*) from again where again.subscription = open.subscription) as redelivered,
       coalesce((array_agg(open.entity_id order by open.entity_id) filter (where not exists (
         select from last l join outbox_deliveries d on d.id = l.id
         where d.subscription = open.subscription and d.entity_id = open.entity_id)))[1:100], '{}') as missing
     from open group by open.subscription order by open.subscription`);
  await knex.raw(`select pg_notify('live', 'outbox:')`);
  return rows;
}

/**
 * Makes the last delivered event of one entity due again. `closed`: its row has no work left. `gone`: its event has been swept,
 * or its delivery is parked, which has its own act.
 */
export async function redeliverEntity(
  tx: Tx,
  subscription: string,
  entityId: string,
): Promise<'redelivered' | 'closed' | 'gone'> {
  const ids = openFlows[subscription];
  if (ids === undefined) return 'closed';
  const rows = await query(tx, { open: boolean, again: boolean })(
    `with last as (
       select d.id, d.state from outbox_deliveries d join outbox_events e on e.id = d.event_id
       where d.subscription = :subscription and d.entity_id = :entityId
         and (e.payload ->> 'atPlacement') is distinct from 'true'
       order by d.id desc limit 1
     ),
     again as (
       update outbox_deliveries set state = 'due', attempts = 0, next_attempt_at = now(), delivered_at = null, claimed_by = null
       where id in (select id from last where state <> 'parked') and exists (select 1 from (${ids}) as x (id) where x.id::text = :entityId)
       returning id
     )
     select exists (select 1 from (${ids}) as x (id) where x.id::text = :entityId) as open,
       exists (select 1 from again) as again`,
    { subscription, entityId },
  );
  const [row] = rows;
  if (!row?.open) return 'closed';
  if (!row.again) return 'gone';
  await tx.raw(`select pg_notify('live', 'outbox:')`);
  return 'redelivered';
}
