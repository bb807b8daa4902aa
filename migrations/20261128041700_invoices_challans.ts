import type { Knex } from 'knex';

/** Delivery challans of the parcels after the first of an invoice (CGST Rules 2017, rule 55(5)), in a series of their own. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table invoices_series drop constraint invoices_series_kind_check;
    alter table invoices_series add constraint invoices_series_kind_check
      check (kind in ('invoice', 'credit_note', 'commission_invoice', 'commission_credit_note', 'delivery_challan')) not valid;

    create table invoices_challan_counters (
      vendor_id uuid not null references vendors (id),
      financial_year text not null,
      last_sequence integer not null,
      marked_through integer not null default 0,
      primary key (vendor_id, financial_year)
    );

    create table invoices_challans (
      id uuid primary key default uuidv7(),
      -- the parcel
      shipment_id uuid not null unique references shipping_shipments (id) on delete cascade,
      sub_order_id uuid not null references orders_sub_orders (id) on delete cascade,
      order_id uuid not null references orders (id) on delete cascade,
      vendor_id uuid not null references vendors (id),
      prefix text not null,
      financial_year text not null,
      sequence integer not null,
      snapshot jsonb not null,
      issued_at timestamptz not null,
      unique (vendor_id, financial_year, sequence)
    );
    create index invoices_challans_vendor_issued on invoices_challans (vendor_id, issued_at);
    create index invoices_challans_sub_order on invoices_challans (sub_order_id);
    create index invoices_challans_order on invoices_challans (order_id);

    -- the PDF of each, derived from its snapshot
    create table invoices_challan_documents (
      challan_id uuid primary key references invoices_challans (id) on delete cascade,
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
    create index invoices_challan_documents_pending
      on invoices_challan_documents (greatest(requested_at, retry_at, leased_until)) where requested_rev > done_rev;
    create index invoices_challan_documents_due on invoices_challan_documents (due_at) where due_at is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table invoices_challan_documents, invoices_challans, invoices_challan_counters;
    delete from invoices_series where kind = 'delivery_challan';
    alter table invoices_series drop constraint invoices_series_kind_check;
    alter table invoices_series add constraint invoices_series_kind_check
      check (kind in ('invoice', 'credit_note', 'commission_invoice', 'commission_credit_note'));
  `);
}
