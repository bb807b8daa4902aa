import type { Knex } from 'knex';

/** What the operator invoices its vendors: its commission of each month, numbered in its own series. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table invoices_commission_counters (
      kind text not null,
      financial_year text not null,
      last_sequence integer not null,
      primary key (kind, financial_year)
    );

    create table invoices_commission (
      id uuid primary key default uuidv7(),
      vendor_id uuid not null references vendors (id),
      -- the first day, in the time zone of the store
      month date not null,
      -- a credit note where refunds took back more commission than the sales of the month brought
      kind text not null check (kind in ('invoice', 'credit_note')),
      prefix text not null,
      financial_year text not null,
      sequence integer not null,
      taxable_value bigint not null,
      tax bigint not null,
      snapshot jsonb not null,
      issued_at timestamptz not null,
      unique (vendor_id, month),
      unique (kind, financial_year, sequence)
    );
    create index invoices_commission_issued on invoices_commission (issued_at desc, id desc);

    -- months of which every vendor has its document
    create table invoices_commission_months (
      month date primary key,
      closed_at timestamptz not null
    );

    -- the PDF of each, derived from its snapshot
    create table invoices_commission_documents (
      commission_invoice_id uuid primary key references invoices_commission (id) on delete cascade,
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
    create index invoices_commission_documents_pending
      on invoices_commission_documents (greatest(requested_at, retry_at, leased_until)) where requested_rev > done_rev;
    create index invoices_commission_documents_due on invoices_commission_documents (due_at) where due_at is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'drop table invoices_commission_documents, invoices_commission_months, invoices_commission, invoices_commission_counters',
  );
}
