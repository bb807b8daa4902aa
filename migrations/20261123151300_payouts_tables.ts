import type { Knex } from 'knex';

/** Money paid out to vendors: a payout takes open entries of the ledger, each entry at most once. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table payouts (
      id uuid primary key default uuidv7(),
      vendor_id uuid not null references vendors (id),
      amount bigint not null check (amount > 0),
      currency text not null,
      status text not null check (status in ('pending', 'paid', 'failed')),
      -- entries posted before this instant
      until timestamptz not null,
      -- the account of the vendor as it was, encrypted
      bank text not null,
      reference text,
      failure_reason text,
      actor jsonb not null,
      paid_at timestamptz,
      failed_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null default now()
    );
    create index payouts_vendor on payouts (vendor_id, created_at desc, id desc);
    create index payouts_created on payouts (created_at desc, id desc);

    create table payouts_entries (
      payout_id uuid not null references payouts (id),
      entry_id uuid not null references ledger_entries (id),
      amount bigint not null,
      -- a payout that failed gives its entries free
      released_at timestamptz,
      primary key (payout_id, entry_id)
    );
    create unique index payouts_entries_once on payouts_entries (entry_id) where released_at is null;
    create index payouts_entries_entry on payouts_entries (entry_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table payouts_entries, payouts');
}
