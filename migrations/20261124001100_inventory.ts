import type { Knex } from 'knex';

/**
 * The stock of each variant, the buyers who asked for a mail when it is back in stock, and what vendors have been
 * notified of.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table inventory_levels (
      variant_id uuid primary key,
      vendor_id uuid not null,
      on_hand integer not null default 0,
      reserved integer not null default 0 check (reserved >= 0),
      track_inventory boolean not null default true,
      allow_backorder boolean not null default false,
      low_stock_threshold integer check (low_stock_threshold >= 0),
      updated_at timestamptz not null default now(),
      -- stock is of its variant's vendor: one look instead of two, at the variant and at the vendor
      constraint inventory_levels_variant_vendor_fkey
        foreign key (variant_id, vendor_id) references products_variants (id, vendor_id) on delete cascade
    );
    -- No index on the counts or updated_at: they change with every order, and an index on them would end updates within
    -- the page (HOT).
    create index inventory_levels_vendor on inventory_levels (vendor_id, variant_id);

    -- Append-only: on hand and reserved are always the sums of these.
    create table inventory_movements (
      id uuid primary key default uuidv7(),
      variant_id uuid not null,
      vendor_id uuid not null,
      on_hand_delta integer not null default 0,
      reserved_delta integer not null default 0,
      reason text not null,
      reference_id uuid,
      actor jsonb not null,
      -- the reservation that a step takes from, where that is not the step itself
      reservation_id uuid,
      created_at timestamptz not null default now(),
      constraint inventory_movements_variant_vendor_fkey
        foreign key (variant_id, vendor_id) references products_variants (id, vendor_id) on delete cascade
    );
    create index inventory_movements_variant on inventory_movements (variant_id, id);
    -- One movement of a kind for one reference: a retried step cannot move stock twice.
    create unique index inventory_movements_once on inventory_movements (reference_id, variant_id, reason)
      where reference_id is not null;
    -- the movements of a reservation are summed at every release
    create index inventory_movements_reservation on inventory_movements (reservation_id)
      where reservation_id is not null;

    -- Promises stock for an order: all of its lines or none, by one conditional update. The rows are locked in the order of their
    -- ids, so that two orders of the same variants never wait for each other in a circle, and a transaction that had to wait
    -- sees what the other one left.
    create function inventory_reserve(lines jsonb, reference uuid, by_actor jsonb)
      returns table (variant_id uuid, quantity integer, available integer, short boolean, fits boolean, moved boolean)
      language plpgsql as $$
    #variable_conflict use_column
    begin
      return query with wanted as (
        select * from jsonb_to_recordset(lines) as w(variant_id uuid, quantity integer)
      ), locked as (
        select l.variant_id, l.on_hand - l.reserved as available, w.quantity,
          l.track_inventory and not l.allow_backorder and l.on_hand - l.reserved < w.quantity as short
        from inventory_levels l join wanted w on w.variant_id = l.variant_id
        order by l.variant_id for update of l
      ), decision as (
        select exists (select from inventory_movements m where m.reference_id = reference and m.reason = 'reserved')
          or count(*) filter (where not locked.short) = (select count(*) from wanted) as fits
        from locked
      ), logged as (
        insert into inventory_movements as m (variant_id, vendor_id, reserved_delta, reason, reference_id, actor)
        select l.variant_id, l.vendor_id, locked.quantity, 'reserved', reference, by_actor
        from locked join inventory_levels l on l.variant_id = locked.variant_id, decision where decision.fits
        on conflict (reference_id, variant_id, reason) where reference_id is not null do nothing
        returning m.variant_id, m.reserved_delta as quantity
      ), moved as (
        update inventory_levels l set reserved = l.reserved + logged.quantity, updated_at = now()
        from logged where l.variant_id = logged.variant_id
        returning l.variant_id
      )
      select w.variant_id, w.quantity, coalesce(locked.available, 0), coalesce(locked.short, true), decision.fits,
        moved.variant_id is not null
      from wanted w cross join decision
      left join locked on locked.variant_id = w.variant_id
      left join moved on moved.variant_id = w.variant_id
      order by w.variant_id;
    end $$;
    -- The same where too little stock is an error, so that a commit may be sent together with it.
    create function inventory_reserve_or_fail(lines jsonb, reference uuid, by_actor jsonb) returns void language plpgsql as $$
    declare shortages jsonb;
    begin
      select jsonb_agg(jsonb_build_object('variantId', r.variant_id, 'requested', r.quantity, 'available', greatest(r.available, 0)))
        filter (where r.short and not r.fits) into shortages
      from inventory_reserve(lines, reference, by_actor) r;
      if shortages is not null then
        raise exception 'out of stock' using errcode = 'HA002', detail = shortages::text;
      end if;
    end $$;

    -- Without foreign keys: products are marked as deleted, never removed.
    create table inventory_back_in_stock_requests (
      id uuid primary key default uuidv7(),
      variant_id uuid not null,
      -- in lower case
      address text not null check (length(address) between 3 and 254),
      state text not null default 'open' check (state in ('open', 'notified', 'skipped', 'stopped', 'expired')),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      ended_at timestamptz,
      check ((state = 'open') = (ended_at is null))
    );
    create unique index inventory_back_in_stock_requests_open
      on inventory_back_in_stock_requests (variant_id, address) where state = 'open';
    create index inventory_back_in_stock_requests_address
      on inventory_back_in_stock_requests (address) where state = 'open';
    create index inventory_back_in_stock_requests_expiry
      on inventory_back_in_stock_requests (expires_at) where state = 'open';
    create index inventory_back_in_stock_requests_ended
      on inventory_back_in_stock_requests (ended_at) where ended_at is not null;

    create table inventory_alerts (
      variant_id uuid primary key,
      -- whether the stock was low when the vendor was last notified of it
      low boolean not null default false,
      -- the largest power of ten of waiting buyers that the vendor was notified of
      waiting_reported integer not null default 0,
      -- counts the mails about the variant, so that each has its own dedupe key
      alerts integer not null default 0,
      requested_rev bigint not null default 1,
      done_rev bigint not null default 0,
      requested_at timestamptz not null default now(),
      done_at timestamptz,
      due_at timestamptz,
      retry_at timestamptz,
      leased_until timestamptz,
      lease_id uuid,
      attempts integer not null default 0,
      last_error text
    );
    create index inventory_alerts_pending on inventory_alerts (greatest(requested_at, retry_at, leased_until))
      where requested_rev > done_rev;
    create index inventory_alerts_due on inventory_alerts (due_at) where due_at is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table inventory_alerts, inventory_back_in_stock_requests, inventory_movements, inventory_levels;
    drop function inventory_reserve_or_fail, inventory_reserve;
  `);
}
