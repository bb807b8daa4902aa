import type { Knex } from 'knex';

/** What payment providers say of the money that they hold, and what of it has no explanation yet. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payments_refunds
      -- who decided it: the platform, or somebody at the provider itself
      add column origin text not null default 'platform';
    alter table payments_refunds add constraint payments_refunds_origin
      check (origin in ('platform', 'provider')) not valid;

    create table reconciliation_movements (
      id uuid primary key default uuidv7(),
      provider_id text not null,
      kind text not null check (kind in
        ('payment', 'refund', 'dispute', 'adjustment', 'transfer', 'reserve', 'fee', 'other')),
      -- the provider's own id of the payment, the refund, the adjustment
      provider_ref text not null,
      provider_payment_id text,
      provider_order_id text,
      provider_dispute_id text,
      order_number text,
      state text not null check (state in ('pending', 'done', 'failed')),
      -- of what the provider said last: earlier reports that come later change nothing
      state_at timestamptz not null,
      -- what it adds to the balance at the provider before its fee: negative of refunds
      amount bigint not null,
      currency text not null,
      -- null until the provider has said
      fee bigint,
      fee_tax bigint,
      -- what of them the ledger has
      fee_booked bigint not null default 0,
      fee_tax_booked bigint not null default 0,
      -- ours, where it is of one
      payment_id uuid,
      refund_id uuid,
      order_id uuid,
      -- where the ledger holds what sales and refunds do not say of it, and how much; null where they say all
      booked_to text,
      booked bigint not null default 0,
      -- whose account is held back for a refund that nobody has allocated yet, by vendor
      held jsonb not null default '{}',
      decision text check (decision in ('pieces', 'goodwill', 'not_of_order')),
      -- of an adjustment: the refund that it gives back, which failed after it was settled
      returned_id uuid,
      settlement_id uuid,
      occurred_at timestamptz not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (provider_id, kind, provider_ref)
    );
    create index reconciliation_movements_payment on reconciliation_movements (payment_id) where payment_id is not null;
    create index reconciliation_movements_order on reconciliation_movements (order_id) where order_id is not null;
    create unique index reconciliation_movements_returned on reconciliation_movements (returned_id)
      where returned_id is not null;
    create index reconciliation_movements_settlement on reconciliation_movements (settlement_id)
      where settlement_id is not null;
    -- refunds that wait for their payment, and those of payments that nobody knows
    create index reconciliation_movements_unmatched on reconciliation_movements (provider_id, provider_payment_id)
      where kind = 'refund' and refund_id is null;
    create index reconciliation_movements_unsettled on reconciliation_movements (provider_id, occurred_at)
      where settlement_id is null and state = 'done';

    create table reconciliation_disputes (
      id uuid primary key default uuidv7(),
      provider_id text not null,
      provider_dispute_id text not null,
      provider_payment_id text not null,
      payment_id uuid,
      order_id uuid,
      amount bigint not null,
      currency text not null,
      state text not null check (state in ('opened', 'under_review', 'won', 'lost', 'closed')),
      reason_code text,
      -- until when evidence is taken
      due_at timestamptz,
      opened_at timestamptz not null,
      -- of what the provider said last: earlier reports that come later change nothing
      state_at timestamptz not null,
      ended_at timestamptz,
      -- what the provider has taken from its balance for it, as the ledger has it
      deducted bigint not null default 0,
      -- what of a lost one was booked, and who bears it
      lost_amount bigint not null default 0,
      loss_booking_id uuid,
      borne_by text check (borne_by in ('vendor', 'platform')),
      evidence_state text not null default 'none' check (evidence_state in ('none', 'collecting', 'ready', 'failed')),
      evidence_key text,
      evidence_at timestamptz,
      evidence_submitted_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (provider_id, provider_dispute_id)
    );
    create index reconciliation_disputes_order on reconciliation_disputes (order_id) where order_id is not null;
    create index reconciliation_disputes_open on reconciliation_disputes (order_id)
      where state in ('opened', 'under_review');
    create index reconciliation_disputes_due on reconciliation_disputes (due_at) where state = 'opened';
    create index reconciliation_disputes_opened on reconciliation_disputes (opened_at desc, id desc);
    create index reconciliation_disputes_provider_payment on reconciliation_disputes (provider_id, provider_payment_id);
    create index reconciliation_disputes_payment on reconciliation_disputes (payment_id) where payment_id is not null;

    create table reconciliation_settlements (
      id uuid primary key default uuidv7(),
      provider_id text not null,
      provider_settlement_id text not null,
      state text not null check (state in ('created', 'processed', 'failed')),
      -- what reaches the bank; negative where the provider collects what it is owed
      amount bigint not null,
      currency text not null,
      -- for the transfer itself, not part of the amount
      fees bigint not null default 0,
      tax bigint not null default 0,
      -- of its lines, before fees
      captures bigint not null default 0,
      refunds bigint not null default 0,
      disputes bigint not null default 0,
      adjustments bigint not null default 0,
      transfers bigint not null default 0,
      reserves bigint not null default 0,
      line_fees bigint not null default 0,
      line_tax bigint not null default 0,
      lines integer not null default 0,
      -- null until its lines were read
      difference bigint,
      -- the bank's (UTR)
      reference text,
      -- what the ledger has of it, and under which id; a failed one is taken back
      booked bigint not null default 0,
      booking_id uuid,
      issued_at timestamptz not null,
      processed_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (provider_id, provider_settlement_id)
    );
    create index reconciliation_settlements_issued on reconciliation_settlements (issued_at desc, id desc);

    create table reconciliation_settlement_lines (
      id uuid primary key default uuidv7(),
      settlement_id uuid not null references reconciliation_settlements (id) on delete cascade,
      line_ref text not null,
      kind text not null,
      provider_ref text not null,
      movement_id uuid,
      -- subunits: what it did to the balance before fees
      amount bigint not null,
      fee bigint not null default 0,
      tax bigint not null default 0,
      description text,
      occurred_at timestamptz not null,
      unique (settlement_id, line_ref)
    );

    -- differences between the books of a provider and ours: each has a name, an age and an owner
    create table reconciliation_items (
      id uuid primary key default uuidv7(),
      kind text not null check (kind in
        ('payment_unmatched', 'refund_unmatched', 'refund_to_allocate', 'refund_reversed', 'dispute_unmatched',
         'amount_differs', 'settlement_differs', 'not_settled')),
      provider_id text not null,
      -- the movement, the dispute, the settlement
      source_id uuid not null,
      provider_ref text not null,
      order_id uuid,
      amount bigint not null,
      currency text not null,
      reason text not null,
      owner_id uuid,
      state text not null default 'open' check (state in ('open', 'closed')),
      -- how it was closed, and by whom
      decision text,
      note text,
      decided_by jsonb,
      closed_at timestamptz,
      created_at timestamptz not null default now(),
      unique (kind, source_id)
    );
    create index reconciliation_items_open on reconciliation_items (created_at desc, id desc) where state = 'open';
    create index reconciliation_items_created on reconciliation_items (created_at desc, id desc);

    -- how far the daily fetch of each provider is: a checkpoint that a later run goes on from
    create table reconciliation_fetches (
      provider_id text primary key,
      run_id text,
      step text not null default 'payments',
      -- books are fetched from here on; moves when a fetch is complete
      since timestamptz not null,
      until timestamptz not null,
      completed_at timestamptz,
      error text,
      updated_at timestamptz not null default now()
    );

    alter table ledger_transactions drop constraint ledger_transactions_kind_check;
    alter table ledger_transactions add constraint ledger_transactions_kinds check (kind in
      ('sale', 'refund', 'cash_collected', 'payout', 'payout_failed', 'adjustment',
       'hold', 'hold_released', 'dispute', 'dispute_reversed',
       'provider_booked', 'provider_fee', 'provider_dispute', 'provider_settlement',
       'store_credit_adjusted', 'store_credit_held', 'store_credit_released', 'store_credit_used',
       'store_credit_refunded')) not valid;
    alter table ledger_transactions drop constraint ledger_transactions_check;
    -- what is between the operator and a provider, and what is owed to buyers, is on the account of no vendor
    alter table ledger_transactions add constraint ledger_transactions_vendor_kinds check
      ((vendor_id is null) = (starts_with(kind, 'store_credit') or starts_with(kind, 'provider_'))) not valid;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table ledger_transactions drop constraint ledger_transactions_vendor_kinds;
    alter table ledger_transactions drop constraint ledger_transactions_kinds;
    alter table ledger_transactions add constraint ledger_transactions_kind_check check (kind in
      ('sale', 'refund', 'cash_collected', 'payout', 'payout_failed', 'adjustment',
       'store_credit_adjusted', 'store_credit_held', 'store_credit_released', 'store_credit_used',
       'store_credit_refunded'));
    alter table ledger_transactions add constraint ledger_transactions_check
      check ((vendor_id is null) = starts_with(kind, 'store_credit'));
    drop table reconciliation_fetches, reconciliation_items, reconciliation_settlement_lines,
      reconciliation_settlements, reconciliation_disputes, reconciliation_movements;
    alter table payments_refunds drop column origin;
  `);
}
