import type { Knex } from 'knex';

/**
 * Money paid out to vendors: a payout takes open entries of the ledger, each entry at most once. Beside them the runs
 * over all vendors, changed bank details that hold payouts, and the statements as PDF.
 */
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
    create index payouts_failed on payouts (created_at desc) where status = 'failed';
    create index payouts_status on payouts (status, created_at desc, id desc);
    create index payouts_amount on payouts (amount desc, id desc);
    create index payouts_created on payouts (created_at desc, id desc);
    -- payouts that the bank does not have yet, for the export
    create index payouts_open on payouts (id) where status = 'pending';

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

    create table payouts_runs (
      id uuid primary key,
      -- entries posted before this instant
      until timestamptz not null,
      -- vendors whose payable balance is below it are left out
      minimum bigint not null check (minimum > 0),
      state text not null default 'pending' check (state in ('pending', 'running', 'completed', 'failed', 'cancelled')),
      -- the vendor that was decided last
      cursor uuid,
      vendors integer not null default 0,
      created integer not null default 0,
      amount bigint not null default 0,
      without_bank integer not null default 0,
      on_hold integer not null default 0,
      error text,
      actor jsonb not null,
      started_at timestamptz,
      finished_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null default now()
    );
    create unique index payouts_runs_open on payouts_runs ((true)) where state in ('pending', 'running');

    -- bank details of vendors that replaced others: each waits, and is tried by a small transfer where a provider sends payouts
    create table payouts_accounts (
      id uuid primary key default uuidv7(),
      vendor_id uuid not null references vendors (id),
      state text not null check (state in ('waiting', 'testing', 'verified', 'failed', 'replaced', 'cancelled')),
      changed_by jsonb not null,
      changed_at timestamptz not null,
      -- the test transfer is not sent before
      due_at timestamptz not null,
      -- the account as it is tested, encrypted
      bank text,
      provider_id text,
      -- our id of the test transfer: another one for each attempt
      transfer_id uuid,
      provider_transfer_id text,
      amount bigint check (amount > 0),
      bank_reference text,
      -- why it failed or was cancelled
      reason text,
      -- what a person has to look at
      problem text,
      sent_at timestamptz,
      last_sent_at timestamptz,
      verified_at timestamptz,
      ended_at timestamptz,
      updated_at timestamptz not null default now(),
      check (state <> 'testing' or (bank is not null and provider_id is not null and transfer_id is not null and amount is not null))
    );
    -- the details in effect
    create unique index payouts_accounts_current on payouts_accounts (vendor_id) where state <> 'replaced';
    create index payouts_accounts_vendor on payouts_accounts (vendor_id, changed_at desc, id desc);
    create index payouts_accounts_state on payouts_accounts (state, changed_at desc, id desc);
    create index payouts_accounts_changed on payouts_accounts (changed_at desc, id desc);
    create index payouts_accounts_open on payouts_accounts (id) where state in ('waiting', 'testing');
    create index payouts_accounts_problem on payouts_accounts (id) where problem is not null;
    create unique index payouts_accounts_transfer on payouts_accounts (transfer_id) where transfer_id is not null;

    -- payouts that a provider sends, under the id of the payout; those of the bank file have none
    create table payouts_transfers (
      payout_id uuid primary key references payouts (id),
      provider_id text not null,
      state text not null
        check (state in ('awaiting_approval', 'requested', 'initiated', 'processed', 'reversed', 'failed')),
      provider_transfer_id text,
      reason text,
      -- what a person has to look at
      problem text,
      created_by jsonb not null,
      approved_by jsonb,
      approved_at timestamptz,
      -- the first and the last call that may have sent money
      sent_at timestamptz,
      last_sent_at timestamptz,
      processed_at timestamptz,
      ended_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null default now()
    );
    create unique index payouts_transfers_provider on payouts_transfers (provider_id, provider_transfer_id)
      where provider_transfer_id is not null;
    create index payouts_transfers_open on payouts_transfers (payout_id) where state in ('requested', 'initiated');
    create index payouts_transfers_approval on payouts_transfers (created_at) where state = 'awaiting_approval';
    create index payouts_transfers_problem on payouts_transfers (payout_id) where problem is not null;

    -- webhooks of payout providers, each taken once
    create table payouts_reports (
      provider_id text not null,
      event_id text not null,
      provider_event text not null,
      payout_id uuid references payouts (id),
      received_at timestamptz not null,
      primary key (provider_id, event_id)
    );

    -- the PDF of each paid payout, derived from its entries
    create table payouts_statements (
      payout_id uuid primary key references payouts (id),
      storage_key text,
      file_size bigint,
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
    create index payouts_statements_pending on payouts_statements (greatest(requested_at, retry_at, leased_until))
      where requested_rev > done_rev;
    create index payouts_statements_due on payouts_statements (due_at) where due_at is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'drop table payouts_statements, payouts_reports, payouts_transfers, payouts_accounts, payouts_runs, payouts_entries, payouts',
  );
}
