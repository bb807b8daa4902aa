import type { Knex } from 'knex';

/** Visits of couriers: at the seller for its parcels, and at buyers for what they return. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table shipping_pickups (
      id uuid primary key default uuidv7(),
      vendor_id uuid not null references vendors (id),
      -- what is collected from its buyer; null for the parcels of the seller
      return_id uuid references returns_requests (id) on delete cascade,
      -- its name at the carrier
      reference text not null unique,
      courier_code text not null,
      cp_id integer not null,
      account_code text not null,
      -- the day in India that was asked for, or that the carrier gave instead
      pickup_on date not null,
      status text not null default 'requested' check (status in
        ('requested', 'confirmed', 'refused', 'unclear', 'cancelled')),
      confirmation_number text,
      awb text,
      error text,
      tracking_status text not null default 'pending' check (tracking_status in
        ('pending', 'in_transit', 'out_for_delivery', 'delivered', 'failed', 'returned')),
      failed_attempts integer not null default 0 check (failed_attempts >= 0),
      actor jsonb not null,
      requested_at timestamptz not null,
      -- from when on it may exist at its carrier, whatever became of the response
      sent_at timestamptz,
      last_scan_at timestamptz,
      updated_at timestamptz not null default now()
    );
    create unique index shipping_pickups_day on shipping_pickups (vendor_id, cp_id, account_code, pickup_on)
      where return_id is null and status in ('requested', 'confirmed', 'unclear');
    create unique index shipping_pickups_return_open on shipping_pickups (return_id)
      where return_id is not null and status in ('requested', 'confirmed', 'unclear');
    create index shipping_pickups_return on shipping_pickups (return_id, requested_at desc)
      where return_id is not null;
    create index shipping_pickups_vendor on shipping_pickups (vendor_id, requested_at desc, id desc);
    create index shipping_pickups_awb on shipping_pickups (awb) where awb is not null;
    create index shipping_pickups_waiting on shipping_pickups (requested_at) where status = 'requested';

    create table shipping_pickup_scans (
      pickup_id uuid not null references shipping_pickups (id) on delete cascade,
      -- the same scan however often it is reported
      fingerprint text not null,
      status_code text not null,
      normalized_status text not null,
      payload jsonb not null,
      occurred_at timestamptz,
      received_at timestamptz not null default now(),
      primary key (pickup_id, fingerprint)
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table shipping_pickup_scans, shipping_pickups');
}
