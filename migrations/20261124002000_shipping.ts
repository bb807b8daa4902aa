import type { Knex } from 'knex';

/** What the carrier of a parcel still has to give, as the list of shipments says it. */
const underWay = `provider_id = 'carrier' and status = 'created' and tracking_status not in ('delivered', 'returned')`;
const awaiting = `case when ${underWay} and awb is null and void_status is null then 'awb'
  when ${underWay} and awb is not null and label_key is null then 'label' end`;

/**
 * Parcels of sub-orders, what carriers report of them, and which push notifications of each were sent: one of each
 * kind.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table shipping_shipments (
      id uuid primary key default uuidv7(),
      order_id uuid not null references orders (id) on delete cascade,
      sub_order_id uuid not null references orders_sub_orders (id) on delete cascade,
      vendor_id uuid not null references vendors (id),
      attempt integer not null check (attempt > 0),
      -- 1 for the first parcel of its sub-order; attempts of one parcel share it
      parcel integer not null default 1 check (parcel > 0),
      -- its pieces are counted in the lines: the sub-order is sent in several parcels
      counted boolean not null default false,
      -- subunits that its buyer pays for what is in it; null for all of its sub-order
      value bigint check (value >= 0),
      -- its name at the carrier: the sub-order id, with the attempt from the second on
      reference text not null unique,
      -- which pieces are in it: [{ lineId, quantity }]
      lines jsonb not null,
      provider_id text not null,
      method text not null,
      credential_source text check (credential_source in ('platform', 'vendor')),
      courier_code text,
      cp_id integer,
      account_code text,
      status text not null check (status in ('creating', 'created', 'failed', 'cancelled')),
      awb text,
      tracking_code text,
      tracking_url text,
      -- the label at the carrier, and its copy in the storage
      label_url text,
      label_key text,
      error text,
      -- refused by the carrier, or without any usable answer
      error_kind text check (error_kind in ('refused', 'unreachable')),
      tracking_status text not null default 'pending' check (tracking_status in
        ('pending', 'in_transit', 'out_for_delivery', 'delivered', 'failed', 'returned')),
      void_status text check (void_status in ('requested', 'voided', 'refused')),
      void_error text,
      -- what a person has to look at: codes that contradict each other, an AWB of two live parcels or of another parcel
      attention text check (attention in ('contradicting_codes', 'ambiguous_awb', 'foreign_awb')),
      attention_note text,
      attention_at timestamptz,
      -- reported with our reference while the parcel has another AWB
      foreign_awb text,
      -- since when its label is waited for, and why it was not fetched last
      label_since timestamptz,
      label_error text,
      invoice_number text,
      -- the day in India on which its carrier expects to deliver it
      expected_on date,
      actor jsonb not null,
      requested_at timestamptz not null,
      last_scan_at timestamptz,
      last_asked_at timestamptz,
      -- from when on it may exist at its carrier, whatever became of the response
      sent_at timestamptz,
      created_at timestamptz,
      updated_at timestamptz not null default now()
    );
    create unique index shipping_shipments_open on shipping_shipments (sub_order_id, parcel)
      where status in ('creating', 'created');
    create index shipping_shipments_sub_order on shipping_shipments (sub_order_id, parcel, attempt desc);
    create index shipping_shipments_parcels on shipping_shipments (sub_order_id) where counted;
    create index shipping_shipments_order on shipping_shipments (order_id);
    create index shipping_shipments_awb on shipping_shipments (awb) where awb is not null;
    create index shipping_shipments_tracking_code on shipping_shipments (tracking_code) where tracking_code is not null;
    create index shipping_shipments_no_awb on shipping_shipments (requested_at desc)
      where status = 'created' and provider_id = 'carrier' and awb is null and void_status is null;
    create index shipping_shipments_no_label on shipping_shipments (label_since desc)
      where status = 'created' and label_key is null and label_since is not null;
    create index shipping_shipments_status on shipping_shipments (status, requested_at desc, id desc);
    -- the list of operators: each filter has a page from an index
    create index shipping_shipments_requested on shipping_shipments (requested_at desc, id desc);
    create index shipping_shipments_provider on shipping_shipments (provider_id, requested_at desc, id desc);
    create index shipping_shipments_tracking_status on shipping_shipments (tracking_status, requested_at desc, id desc);
    create index shipping_shipments_void_status on shipping_shipments (void_status, requested_at desc, id desc)
      where void_status is not null;
    create index shipping_shipments_awaiting on shipping_shipments ((${awaiting}), requested_at desc, id desc)
      where (${awaiting}) is not null;
    -- the planner asks no partial index how often its expression has a value
    create statistics shipping_shipments_awaiting_values on (${awaiting}) from shipping_shipments;
    create index shipping_shipments_moved on shipping_shipments (requested_at desc, id desc)
      where status = 'cancelled' and tracking_status <> 'pending';
    create index shipping_shipments_search on shipping_shipments using gin (awb gin_trgm_ops) where awb is not null;
    create index shipping_shipments_attention on shipping_shipments (attention_at desc) where attention is not null;
    create index shipping_shipments_vendor on shipping_shipments (vendor_id, created_at desc, id desc);
    -- what the carrier is asked about when it has been silent
    create index shipping_shipments_silent on shipping_shipments (coalesce(last_asked_at, last_scan_at, created_at))
      where status = 'created' and provider_id = 'carrier' and awb is not null
        and tracking_status not in ('delivered', 'returned');

    create table shipping_events (
      id uuid primary key default uuidv7(),
      sub_order_id uuid not null references orders_sub_orders (id) on delete cascade,
      shipment_id uuid not null references shipping_shipments (id) on delete cascade,
      provider_id text not null,
      external_event_id text,
      -- the same scan under whatever event id: AWB, both codes, place and time
      fingerprint text not null,
      source text not null check (source in ('webhook', 'poll')),
      status_code text not null,
      normalized_status text not null check (normalized_status in
        ('pending', 'in_transit', 'out_for_delivery', 'delivered', 'failed', 'returned')),
      payload jsonb not null,
      occurred_at timestamptz,
      received_at timestamptz not null default now()
    );
    create unique index shipping_events_once on shipping_events (provider_id, external_event_id)
      where external_event_id is not null;
    create index shipping_events_sub_order on shipping_events (sub_order_id, received_at desc, id desc);
    create index shipping_events_scan on shipping_events (shipment_id, fingerprint);

    create table shipping_notifications (
      shipment_id uuid not null references shipping_shipments (id) on delete cascade,
      kind text not null check (kind in ('shipped', 'out_for_delivery', 'delivered', 'failed')),
      created_at timestamptz not null default now(),
      primary key (shipment_id, kind)
    );

    -- Pick lists and packing slips, each a file that is kept for some days
    create table shipping_documents (
      id uuid primary key default uuidv7(),
      vendor_id uuid not null references vendors (id),
      kind text not null check (kind in ('pick_list', 'packing_slip')),
      sub_order_ids uuid[] not null,
      -- packing slips of these parcels alone; empty for all of the sub-orders
      parcel_ids uuid[] not null default '{}',
      status text not null default 'pending' check (status in ('pending', 'ready', 'failed', 'expired')),
      file_size integer check (file_size > 0),
      error text,
      actor jsonb not null,
      created_at timestamptz not null default now(),
      completed_at timestamptz,
      expires_at timestamptz,
      check (status <> 'ready' or (file_size is not null and expires_at is not null))
    );
    create index shipping_documents_vendor on shipping_documents (vendor_id, created_at desc, id desc);
    create index shipping_documents_ready on shipping_documents (expires_at) where status = 'ready';
    create index shipping_documents_open on shipping_documents (created_at) where status = 'pending';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'drop table shipping_documents, shipping_notifications, shipping_events, shipping_shipments',
  );
}
