import type { Knex } from 'knex';

/** Numbers as printed and as in file names, as the lists look through them. */
const printed = `(prefix || '/' || financial_year || '/' || lpad(sequence::text, 6, '0') || ' '
  || prefix || '-' || financial_year || '-' || lpad(sequence::text, 6, '0'))`;

/**
 * Invoices of sub-orders, credit notes to them, and the commission that the operator invoices its vendors each month.
 * Each series is numbered without gaps, per vendor and financial year of its own date; the PDF of each document is
 * derived from its snapshot.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table invoices_counters (
      vendor_id uuid not null references vendors (id),
      financial_year text not null,
      last_sequence integer not null,
      primary key (vendor_id, financial_year)
    );

    -- The time that documents are issued at. A function, so that tests can hold it.
    create function invoices_clock() returns timestamptz language sql volatile as 'select clock_timestamp()';

    -- The series of an issuer, locked while a document takes its time, year and number: they never cross.
    create table invoices_series (
      -- a vendor; the nil id is the operator
      issuer_id uuid not null,
      kind text not null check (kind in ('invoice', 'credit_note', 'commission_invoice', 'commission_credit_note')),
      last_issued_at timestamptz not null,
      primary key (issuer_id, kind)
    );

    create table invoices (
      id uuid primary key default uuidv7(),
      sub_order_id uuid not null unique references orders_sub_orders (id) on delete cascade,
      order_id uuid not null references orders (id) on delete cascade,
      vendor_id uuid not null references vendors (id),
      -- 'requested': asked for before the order was confirmed; rendered on confirmation
      status text not null check (status in ('requested', 'pending', 'ready', 'failed')),
      financial_year text,
      sequence integer,
      prefix text,
      snapshot jsonb,
      issued_at timestamptz,
      -- "again, please" is two numbers: a request during a render is never lost
      requested_rev integer not null default 1,
      done_rev integer not null default 0,
      storage_key text,
      file_size bigint,
      error text,
      -- why it could not be issued when its sub-order was fulfilled; it is tried again
      issue_problem text,
      rendered_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (vendor_id, financial_year, sequence)
    );
    create index invoices_failed on invoices (updated_at desc) where status = 'failed';
    create index invoices_order on invoices (order_id);
    create index invoices_created on invoices (created_at desc, id desc);
    -- the lists of operators and vendors: what was issued, or is kept from being issued
    create index invoices_listed_status on invoices
      ((case status when 'requested' then 'none' else status end), created_at desc, id desc)
      where sequence is not null or issue_problem is not null;
    -- the planner asks no partial index how often its expression has a value
    create statistics invoices_listed_status_values on (case status when 'requested' then 'none' else status end) from invoices;
    create index invoices_problem on invoices (issue_problem, created_at desc, id desc) where issue_problem is not null;
    create index invoices_issued on invoices (issued_at desc, id desc);
    create index invoices_year on invoices (financial_year, created_at desc, id desc);
    create index invoices_vendor_created on invoices (vendor_id, created_at desc, id desc);
    create index invoices_search on invoices using gin (${printed} gin_trgm_ops);
    create index invoices_vendor_issued on invoices (vendor_id, issued_at);
    create index invoices_serial on invoices (sequence, financial_year) where sequence is not null;
    create index invoices_unissued on invoices (id) where sequence is null and issue_problem is not null;

    create table invoices_credit_note_counters (
      vendor_id uuid not null references vendors (id),
      financial_year text not null,
      last_sequence integer not null,
      primary key (vendor_id, financial_year)
    );

    create table invoices_credit_notes (
      id uuid primary key default uuidv7(),
      sub_order_id uuid not null references orders_sub_orders (id) on delete cascade,
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
      unique (sub_order_id, source_id),
      unique (vendor_id, financial_year, sequence)
    );
    create index invoices_credit_notes_issued on invoices_credit_notes (issued_at desc, id desc);
    create index invoices_credit_notes_cause on invoices_credit_notes (cause, issued_at desc, id desc);
    create index invoices_credit_notes_year on invoices_credit_notes (financial_year, issued_at desc, id desc);
    create index invoices_credit_notes_amount on invoices_credit_notes (amount desc, id desc);
    create index invoices_credit_notes_vendor_amount on invoices_credit_notes (vendor_id, amount desc, id desc);
    create index invoices_credit_notes_search on invoices_credit_notes using gin (${printed} gin_trgm_ops);
    create index invoices_credit_notes_vendor_issued on invoices_credit_notes (vendor_id, issued_at);
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
      -- what the documents of closed months up to this one left out
      supplementary boolean not null default false,
      taxable_value bigint not null,
      tax bigint not null,
      snapshot jsonb not null,
      issued_at timestamptz not null,
      unique (kind, financial_year, sequence)
    );
    create unique index invoices_commission_month on invoices_commission (vendor_id, month) where not supplementary;
    create index invoices_commission_months_of on invoices_commission (month);
    create index invoices_commission_issued on invoices_commission (issued_at desc, id desc);
    create index invoices_commission_vendor on invoices_commission (vendor_id, issued_at desc, id desc);

    -- months of which every vendor has its document
    create table invoices_commission_months (
      month date primary key,
      closed_at timestamptz not null,
      -- when it was compared once more with its documents
      supplemented_at timestamptz
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
  await knex.raw(`
    drop table invoices_commission_documents, invoices_commission_months, invoices_commission,
      invoices_commission_counters, invoices_credit_note_documents, invoices_credit_notes,
      invoices_credit_note_counters, invoices, invoices_series, invoices_counters;
    drop function invoices_clock();
  `);
}
