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
  `);
}
