import type { Knex } from 'knex';

/** Carts, orders with their parts and lines, payments. Orders hold copies of everything they were placed with. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table carts (
      id uuid primary key default uuidv7(),
      user_id uuid not null references accounts_users (id) on delete cascade,
      email text,
      status text not null default 'open' check (status in ('open', 'ordered', 'merged')),
      shipping_address jsonb,
      billing_address jsonb,
      order_id uuid,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index carts_user on carts (user_id, created_at desc);

    create table carts_items (
      id uuid primary key default uuidv7(),
      cart_id uuid not null references carts (id) on delete cascade,
      variant_id uuid not null references products_variants (id),
      quantity integer not null check (quantity > 0),
      -- the price when it was put in, so that a change can be told
      unit_price_seen bigint,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (cart_id, variant_id)
    );

    create table orders (
      id uuid primary key default uuidv7(),
      order_number text not null unique,
      user_id uuid not null,
      cart_id uuid not null unique,
      -- placed without an account
      guest boolean not null default false,
      email text not null,
      customer_name text not null,
      status text not null check (status in
        ('pending_payment', 'confirmed', 'partially_fulfilled', 'fulfilled', 'delivered', 'cancelled')),
      payment_status text not null default 'unpaid' check (payment_status in
        ('unpaid', 'paid', 'partially_refunded', 'refunded', 'failed')),
      payment_provider_id text not null,
      payment_method text not null,
      platform text not null default 'WEB',
      currency text not null,
      subtotal bigint not null,
      discount_total bigint not null default 0,
      shipping_total bigint not null,
      tax_total bigint not null,
      grand_total bigint not null,
      refunded_total bigint not null default 0,
      prices_include_tax boolean not null,
      shipping_address jsonb not null,
      billing_address jsonb not null,
      cancel_reason text,
      -- unpaid orders are released at this instant
      expires_at timestamptz,
      -- what the stock movements of its reservation refer to; null while it holds no stock
      reservation_id uuid,
      placed_at timestamptz not null,
      confirmed_at timestamptz,
      paid_at timestamptz,
      cancelled_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index orders_placed on orders (placed_at desc, id desc);
    create index orders_user on orders (user_id, placed_at desc, id desc);
    create index orders_status on orders (status, placed_at desc, id desc);
    create index orders_email on orders (email, placed_at desc);
    create index orders_search on orders using gin (order_number gin_trgm_ops, email gin_trgm_ops);

    create table orders_vendors (
      id uuid primary key default uuidv7(),
      order_id uuid not null references orders (id) on delete cascade,
      vendor_id uuid not null references vendors (id),
      status text not null default 'pending' check (status in
        ('pending', 'fulfilled', 'delivered', 'cancelled', 'returned')),
      vendor_name text not null,
      subtotal bigint not null,
      discount_total bigint not null default 0,
      shipping_total bigint not null,
      tax_total bigint not null,
      total bigint not null,
      commission_bps integer not null,
      commission_total bigint not null default 0,
      placed_at timestamptz not null,
      -- vendors see a part from here on
      confirmed_at timestamptz,
      fulfilled_at timestamptz,
      delivered_at timestamptz,
      cancelled_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (order_id, vendor_id)
    );
    create index orders_vendors_vendor on orders_vendors (vendor_id, placed_at desc, id desc);

    create table orders_lines (
      id uuid primary key default uuidv7(),
      order_id uuid not null references orders (id) on delete cascade,
      order_vendor_id uuid not null references orders_vendors (id) on delete cascade,
      vendor_id uuid not null,
      product_id uuid,
      variant_id uuid not null,
      position integer not null,
      title text not null,
      variant_title text,
      sku text,
      hsn_code text,
      weight integer,
      thumbnail text,
      quantity integer not null check (quantity > 0),
      original_price bigint not null,
      unit_price bigint not null,
      line_subtotal bigint not null,
      discount_total bigint not null default 0,
      tax_total bigint not null,
      total bigint not null,
      taxes jsonb not null default '[]'
    );
    create index orders_lines_order on orders_lines (order_id, position);
    create index orders_lines_part on orders_lines (order_vendor_id, position);
    create index orders_lines_variant on orders_lines (variant_id);

    create table orders_timeline (
      id uuid primary key default uuidv7(),
      order_id uuid not null references orders (id) on delete cascade,
      order_vendor_id uuid references orders_vendors (id) on delete cascade,
      event text not null,
      from_status text,
      to_status text,
      note text,
      actor jsonb not null,
      created_at timestamptz not null default now()
    );
    create index orders_timeline_order on orders_timeline (order_id, id);

    create table payments (
      id uuid primary key default uuidv7(),
      order_id uuid not null references orders (id) on delete cascade,
      provider_id text not null,
      method text not null,
      amount bigint not null,
      currency text not null,
      status text not null default 'pending' check (status in
        ('pending', 'accepted', 'captured', 'failed', 'cancelled', 'refund_due', 'refunded')),
      -- who creates it at the provider does so alone until this instant
      creating_until timestamptz,
      provider_order_id text,
      provider_payment_id text,
      action jsonb not null default '{"type":"none"}',
      failure_reason text,
      captured_amount bigint,
      refunded_total bigint not null default 0,
      captured_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index payments_order on payments (order_id, created_at);
    create unique index payments_provider_order on payments (provider_id, provider_order_id)
      where provider_order_id is not null;
    create unique index payments_provider_payment on payments (provider_id, provider_payment_id)
      where provider_payment_id is not null;

    create table payments_webhook_events (
      id uuid primary key default uuidv7(),
      provider_id text not null,
      event_id text not null,
      type text not null,
      -- what it says in our own words: the body itself holds data of the buyer that nobody needs here
      payload jsonb not null,
      occurred_at timestamptz not null,
      received_at timestamptz not null default now(),
      processed_at timestamptz,
      outcome text,
      unique (provider_id, event_id)
    );

    create table payments_refunds (
      id uuid primary key default uuidv7(),
      payment_id uuid not null references payments (id) on delete cascade,
      order_id uuid not null references orders (id) on delete cascade,
      amount bigint not null check (amount > 0),
      reason text not null,
      status text not null default 'pending' check (status in ('pending', 'processed', 'failed')),
      provider_refund_id text,
      failure_reason text,
      actor jsonb not null,
      processed_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index payments_refunds_payment on payments_refunds (payment_id);
    create index payments_refunds_order on payments_refunds (order_id);
    create index payments_refunds_provider on payments_refunds (provider_refund_id)
      where provider_refund_id is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table payments_refunds, payments_webhook_events, payments, orders_timeline, orders_lines, orders_vendors,
      orders, carts_items, carts;
  `);
}
