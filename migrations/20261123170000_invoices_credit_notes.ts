import type { Knex } from 'knex';

/** Credit notes to issued invoices, numbered without gaps per vendor and financial year of their own date. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table invoices_credit_note_counters (
      vendor_id uuid not null references vendors (id),
      financial_year text not null,
      last_sequence integer not null,
      primary key (vendor_id, financial_year)
    );

    create table invoices_credit_notes (
      id uuid primary key default uuidv7(),
      order_vendor_id uuid not null references orders_vendors (id) on delete cascade,
      order_id uuid not null references orders (id) on delete cascade,
      vendor_id uuid not null references vendors (id),
      cause text not null check (cause in ('cancellation', 'refund', 'return')),
      -- the sub-order that was cancelled, the refund or the return: each has one credit note
      source_id uuid not null,
      prefix text not null,
      financial_year text not null,
      sequence integer not null,
      amount bigint not null check (amount > 0),
      tax bigint not null check (tax >= 0),
      snapshot jsonb not null,
      issued_at timestamptz not null,
      unique (order_vendor_id, source_id),
      unique (vendor_id, financial_year, sequence)
    );
    create index invoices_credit_notes_order on invoices_credit_notes (order_id);

    -- the PDF of each, derived from its snapshot
    create table invoices_credit_note_documents (
      credit_note_id uuid primary key references invoices_credit_notes (id) on delete cascade,
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
    create index invoices_credit_note_documents_pending
      on invoices_credit_note_documents (greatest(requested_at, retry_at, leased_until)) where requested_rev > done_rev;
    create index invoices_credit_note_documents_due on invoices_credit_note_documents (due_at) where due_at is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'drop table invoices_credit_note_documents, invoices_credit_notes, invoices_credit_note_counters',
  );
}
