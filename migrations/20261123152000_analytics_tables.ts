import type { Knex } from 'knex';

const measures = [
  ...[
    'gross_sales',
    'orders',
    'units',
    'refunds',
    'pending',
    'fulfilled',
    'delivered',
    'cancelled',
    'returned',
  ],
  ...['fulfill_ms', 'fulfill_count', 'deliver_ms', 'deliver_count', 'commission', 'net_earnings', 'payouts'],
]
  .map((name) => `${name} bigint not null default 0`)
  .join(', ');

/** The dashboard: sums by local day, which can be made again from the raw rows, and the snapshots that are read. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- scope: a vendor, or zeros for the platform
    create table analytics_days (day date not null, scope uuid not null, ${measures}, primary key (day, scope));
    create table analytics_months (month date not null, scope uuid not null, ${measures}, primary key (scope, month));
    create table analytics_variant_days (
      day date not null,
      vendor_id uuid not null,
      variant_id uuid not null,
      units bigint not null default 0,
      revenue bigint not null default 0,
      primary key (day, vendor_id, variant_id)
    );
    create table analytics_variant_totals (
      vendor_id uuid not null,
      variant_id uuid not null,
      units bigint not null default 0,
      revenue bigint not null default 0,
      primary key (vendor_id, variant_id)
    );
    create table analytics_buyer_days (
      day date not null,
      scope uuid not null,
      buyer text not null,
      primary key (day, scope, buyer)
    );
    create index analytics_buyer_days_buyer on analytics_buyer_days (scope, buyer, day);

    -- instants whose local day has to be computed again; appended without a key, so that nobody waits for anybody
    create table analytics_dirty (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      marked_at timestamptz not null default now()
    );

    create table analytics_state (
      id boolean primary key default true check (id),
      zone text,
      rebuild boolean not null default false,
      computed_at timestamptz,
      days integer not null default 0,
      took_ms integer not null default 0,
      compared_at timestamptz,
      compared_days integer not null default 0,
      differing_days integer not null default 0
    );
    insert into analytics_state default values;

    -- what the dashboard answers, as text
    create table analytics_snapshots (
      scope uuid not null,
      period text not null check (period in ('today', '7d', '30d', 'all_time')),
      computed_at timestamptz not null,
      data text not null,
      primary key (scope, period)
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table analytics_snapshots, analytics_state, analytics_dirty, analytics_buyer_days, analytics_variant_totals,
      analytics_variant_days, analytics_months, analytics_days;
  `);
}
