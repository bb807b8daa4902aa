import type { Knex } from 'knex';

const measures = [
  'gross_sales',
  'orders',
  'units',
  'refunds',
  'pending',
  'fulfilled',
  'delivered',
  'cancelled',
  'returned',
  'fulfill_ms',
  'fulfill_count',
  'deliver_ms',
  'deliver_count',
  'commission',
  'net_earnings',
  'payouts',
]
  .map((name) => `${name} bigint not null default 0`)
  .join(', ');

const isOld = (instant: string) => `${instant} < now() - interval '12 hours'`;

/** Of the old instants of a statement the first and the last of each day (UTC). */
const marksOf = (instants: string) => `
  select unnest(case when first = last then array[first] else array[first, last] end)
  from (select min(at) as first, max(at) as last from (${instants}) as changed (at)
    where ${isOld('at')} group by (at at time zone 'UTC')::date) as days`;

/**
 * The dashboard: sums by local day, which can be made again from the raw rows, and the snapshots that are read. A
 * change of a counted row marks the local day that it belongs to, in its own transaction. A refresh computes the days
 * from the one before the last refresh on anyway, so rows younger than twelve hours need no mark: placing and paying an
 * order writes nothing here. The rest of the day before is the margin for transactions that take long to commit.
 */
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

    -- what the dashboard answers, as text
    create table analytics_snapshots (
      scope uuid not null,
      period text not null check (period in ('today', '7d', '30d', 'all_time')),
      computed_at timestamptz not null,
      data text not null,
      primary key (scope, period)
    );

    insert into analytics_state default values;
  `);
  await markChangedDays(knex);
}

async function markChangedDays(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A statement that inserts many rows marks the first and the last instant of each day (UTC), which together lie in
    -- each of the at most two local days that it touches: a load of a million orders leaves no million marks.
    create function analytics_orders_inserted() returns trigger language plpgsql as $$
    begin
      insert into analytics_dirty (at) ${marksOf('select placed_at from inserted where confirmed_at is not null')};
      return null;
    end $$;

    create function analytics_sub_orders_inserted() returns trigger language plpgsql as $$
    begin
      if exists (select from inserted where ${isOld('placed_at')}) then
        insert into analytics_dirty (at) ${marksOf(`select o.placed_at from inserted i join orders o on o.id = i.order_id
          where o.confirmed_at is not null`)};
      end if;
      return null;
    end $$;

    create function analytics_refunds_inserted() returns trigger language plpgsql as $$
    begin
      insert into analytics_dirty (at) ${marksOf("select processed_at from inserted where status = 'processed'")};
      return null;
    end $$;

    create function analytics_ledger_inserted() returns trigger language plpgsql as $$
    begin
      insert into analytics_dirty (at) ${marksOf('select posted_at from inserted')};
      return null;
    end $$;

    create function analytics_order_changed() returns trigger language plpgsql as $$
    begin
      insert into analytics_dirty (at) values (old.placed_at);
      if tg_op <> 'DELETE' then
        insert into analytics_dirty (at) select new.placed_at where new.placed_at <> old.placed_at;
        -- Whether the order counts decides whether its refunds do.
        insert into analytics_dirty (at) select processed_at from payments_refunds
        where order_id = new.id and status = 'processed'
          and (old.confirmed_at is null) <> (new.confirmed_at is null);
      end if;
      return null;
    end $$;

    create function analytics_sub_order_changed() returns trigger language plpgsql as $$
    begin
      insert into analytics_dirty (at) select placed_at from orders
      where id = case when tg_op = 'DELETE' then old.order_id else new.order_id end and confirmed_at is not null;
      return null;
    end $$;

    create function analytics_refund_changed() returns trigger language plpgsql as $$
    begin
      insert into analytics_dirty (at) select old.processed_at where old.processed_at is not null;
      if tg_op <> 'DELETE' then
        insert into analytics_dirty (at) select new.processed_at where new.processed_at is not null;
      end if;
      return null;
    end $$;

    create function analytics_payment_changed() returns trigger language plpgsql as $$
    begin
      insert into analytics_dirty (at) select processed_at from payments_refunds
      where payment_id = new.id and processed_at is not null;
      return null;
    end $$;

    create trigger analytics_inserted after insert on orders referencing new table as inserted
      for each statement execute function analytics_orders_inserted();
    create trigger analytics_updated
      after update of confirmed_at, placed_at, grand_total, user_id, guest, email on orders for each row
      when ((old.confirmed_at is not null or new.confirmed_at is not null)
        and ${isOld('least(old.placed_at, new.placed_at)')}
        and (old.confirmed_at is null, old.placed_at, old.grand_total, old.user_id, old.guest, old.email)
          is distinct from (new.confirmed_at is null, new.placed_at, new.grand_total, new.user_id, new.guest, new.email))
      execute function analytics_order_changed();
    create trigger analytics_deleted after delete on orders for each row
      when (old.confirmed_at is not null and ${isOld('old.placed_at')})
      execute function analytics_order_changed();
    create trigger analytics_inserted after insert on orders_sub_orders referencing new table as inserted
      for each statement execute function analytics_sub_orders_inserted();
    create trigger analytics_updated
      after update of status, total, fulfilled_at, delivered_at on orders_sub_orders for each row
      when (${isOld('new.placed_at')}
        and (old.status, old.total, old.fulfilled_at, old.delivered_at)
          is distinct from (new.status, new.total, new.fulfilled_at, new.delivered_at))
      execute function analytics_sub_order_changed();
    create trigger analytics_deleted after delete on orders_sub_orders for each row
      when (${isOld('old.placed_at')}) execute function analytics_sub_order_changed();
    create trigger analytics_inserted after insert on payments_refunds referencing new table as inserted
      for each statement execute function analytics_refunds_inserted();
    create trigger analytics_updated
      after update of status, amount, processed_at, sub_order_id on payments_refunds for each row
      when (${isOld('least(old.processed_at, new.processed_at)')}
        and (old.status, old.amount, old.processed_at, old.sub_order_id)
          is distinct from (new.status, new.amount, new.processed_at, new.sub_order_id))
      execute function analytics_refund_changed();
    create trigger analytics_deleted after delete on payments_refunds for each row
      when (old.status = 'processed' and ${isOld('old.processed_at')})
      execute function analytics_refund_changed();
    create trigger analytics_updated after update of surplus on payments for each row
      when (old.surplus <> new.surplus) execute function analytics_payment_changed();
    create trigger analytics_inserted after insert on ledger_transactions referencing new table as inserted
      for each statement execute function analytics_ledger_inserted();
  `);
}

const triggers = {
  orders: ['inserted', 'updated', 'deleted'],
  orders_sub_orders: ['inserted', 'updated', 'deleted'],
  payments_refunds: ['inserted', 'updated', 'deleted'],
  payments: ['updated'],
  ledger_transactions: ['inserted'],
};

export async function down(knex: Knex): Promise<void> {
  for (const [table, names] of Object.entries(triggers))
    for (const name of names) await knex.raw(`drop trigger analytics_${name} on ${table}`);
  await knex.raw(`
    drop table analytics_snapshots, analytics_state, analytics_dirty, analytics_buyer_days,
      analytics_variant_totals, analytics_variant_days, analytics_months, analytics_days;
    drop function analytics_orders_inserted, analytics_sub_orders_inserted, analytics_refunds_inserted,
      analytics_ledger_inserted, analytics_payment_changed, analytics_refund_changed, analytics_sub_order_changed,
      analytics_order_changed;
  `);
}
