import type { Knex } from '#db/kernel/knex.js';

/**
 * For each subscription that starts a run for an entity: which entities have work left, as the tables say. What a lost
 * engine knew of, the database still knows.
 */
const openEntities: Readonly<Record<string, string>> = {
  'campaigns-broadcast': `select id from campaigns_broadcasts where status in ('scheduled', 'sending', 'paused')`,
  'feeds-connect-merchant': `select feed from feeds_connections where feed = 'merchant' and connected and account is null`,
  'feeds-connect-social': `select feed from feeds_connections
    where feed = 'social' and connected and selection_status is distinct from 'selected'`,
  'feeds-revoke': `select feed from feeds_revocations`,
  // The nightly pass compares everything by itself.
  'feeds-settings': `select feed from feeds_connections where false`,
  'invoices-render': `select order_vendor_id from invoices where status = 'pending' and done_rev < requested_rev`,
  // A run of a fulfilled order would only wait for its end.
  'orders-follow': `select id from orders where status in ('pending_payment', 'confirmed', 'partially_fulfilled')`,
  'payments-refund': `select id from payments_refunds where status = 'pending'`,
  'payouts-run': `select id from payouts_runs where state in ('pending', 'running')`,
  'product-imports-run': `select id from product_imports where status in ('pending', 'running')`,
  'reports-export': `select id from reports_exports where status in ('pending', 'processing')`,
  'search-reindex': `select id from search_runs where state in ('pending', 'running')`,
  // Also those whose number the carrier still owes: their run asks for it.
  'shipping-create': `select id from shipping_shipments where provider_id = 'carrier'
    and (status = 'creating' or (status = 'created' and awb is null and void_status is null))`,
  // The run fetches the label once the number is known.
  'shipping-awb': `select id from shipping_shipments where provider_id = 'carrier' and status = 'created'
    and awb is not null and label_url is not null and label_key is null`,
  'shipping-void': `select id from shipping_shipments where void_status = 'requested'`,
};

export const redeliverable = Object.keys(openEntities);

export interface Redelivery {
  subscription: string;
  /** Entities with work left. */
  open: number;
  /** Of those, whose event will be brought to the engine again; the others' events have been swept. */
  redelivered: number;
}

export interface RedeliveryOptions {
  /** Asks the providers once more for refunds that they have refused, such as for want of balance. */
  refusedRefunds?: boolean;
}

/** Refunds that failed wait again, as far as there is an event to start their run. */
async function reopenRefusedRefunds(knex: Knex): Promise<void> {
  await knex.raw(
    `update payments_refunds set status = 'pending', failure_reason = null, processed_at = null, updated_at = now()
     where status = 'failed' and exists (
       select 1 from outbox_deliveries d
       where d.subscription = 'payments-refund' and d.entity_id = payments_refunds.id::text and d.state = 'delivered')`,
  );
}

/**
 * Makes the last delivered event of every entity with work left due again, so that the relay starts its run where there
 * is none. Harmless where there is one: ids keep it single, and a run first reads what is left to do.
 */
export async function redeliverOpenFlows(
  knex: Knex,
  { refusedRefunds = false }: RedeliveryOptions = {},
): Promise<Redelivery[]> {
  if (refusedRefunds) await reopenRefusedRefunds(knex);
  const open = Object.entries(openEntities)
    .map(
      ([subscription, ids]) =>
        `select '${subscription}' as subscription, id::text as entity_id from (${ids}) as x (id)`,
    )
    .join(' union all ');
  const { rows } = await knex.raw<{ rows: Redelivery[] }>(
    `with open as (${open}),
     last as (
       select distinct on (d.subscription, d.entity_id) d.id, d.subscription, d.state
       from outbox_deliveries d join open using (subscription, entity_id) join outbox_events e on e.id = d.event_id
       -- The run of an order that was confirmed as it was placed is started by its placement.
       where (e.payload ->> 'atPlacement') is distinct from 'true'
       order by d.subscription, d.entity_id, d.id desc
     ),
     again as (
       update outbox_deliveries set state = 'due', attempts = 0, next_attempt_at = now(), delivered_at = null
       where id in (select id from last where state = 'delivered') returning subscription
     )
     select subscription, count(*) as open,
       (select count(*) from again where again.subscription = open.subscription) as redelivered
     from open group by subscription order by subscription`,
  );
  await knex.raw(`select pg_notify('live', 'outbox:')`);
  return rows;
}
