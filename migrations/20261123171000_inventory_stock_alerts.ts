import type { Knex } from 'knex';

/** Buyers who asked for a mail when a variant is in stock, and what has been reported of each variant's stock. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
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
      -- counts the mails about the variant, so that each has a dedupe key of its own
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
  await knex.raw('drop table inventory_alerts, inventory_back_in_stock_requests');
}
