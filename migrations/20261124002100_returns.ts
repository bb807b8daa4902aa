import type { Knex } from 'knex';

/** Pieces that buyers send back, and parcels that carriers bring back. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table returns_requests (
      id uuid primary key default uuidv7(),
      order_id uuid not null references orders (id) on delete cascade,
      sub_order_id uuid not null references orders_sub_orders (id) on delete cascade,
      vendor_id uuid not null references vendors (id),
      origin text not null check (origin in ('buyer', 'carrier')),
      status text not null check (status in
        ('requested', 'approved', 'rejected', 'cancelled', 'received', 'refunded')),
      reason text not null,
      -- of the vendor, with its decision
      note text,
      -- where the buyer wants the refund
      refund_to text not null default 'original' check (refund_to in ('original', 'store_credit')),
      -- its refund has its own id, where there was anything to refund
      refund_id uuid,
      decided_at timestamptz,
      received_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null default now()
    );
    create index returns_requests_sub_order on returns_requests (sub_order_id);
    create index returns_requests_order on returns_requests (order_id);
    create index returns_requests_vendor on returns_requests (vendor_id, created_at desc, id desc);
    create index returns_requests_open on returns_requests (created_at desc) where status = 'requested';
    create index returns_requests_status on returns_requests (status, created_at desc, id desc);
    create index returns_requests_created on returns_requests (created_at desc, id desc);
    create unique index returns_requests_carrier_once on returns_requests (sub_order_id) where origin = 'carrier';

    create table returns_lines (
      return_id uuid not null references returns_requests (id) on delete cascade,
      line_id uuid not null references orders_lines (id) on delete cascade,
      quantity integer not null check (quantity > 0),
      -- whether it went back on hand, null until it is received
      sellable boolean,
      primary key (return_id, line_id)
    );
    create index returns_lines_line on returns_lines (line_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table returns_lines, returns_requests');
}
