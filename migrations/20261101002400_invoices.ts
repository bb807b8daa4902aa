import type { Knex } from 'knex';

/** One invoice a vendor's part of an order, numbered without gaps per vendor and financial year. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table invoices_counters (
      vendor_id uuid not null references vendors (id),
      financial_year text not null,
      last_sequence integer not null,
      primary key (vendor_id, financial_year)
    );

    create table invoices (
      id uuid primary key default uuidv7(),
      order_vendor_id uuid not null unique references orders_vendors (id) on delete cascade,
      order_id uuid not null references orders (id) on delete cascade,
      vendor_id uuid not null references vendors (id),
      -- 'wished': asked for before the order was confirmed; rendered on confirmation
      status text not null check (status in ('wished', 'pending', 'ready', 'failed')),
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
      rendered_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (vendor_id, financial_year, sequence)
    );
    create index invoices_order on invoices (order_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table invoices, invoices_counters');
}
