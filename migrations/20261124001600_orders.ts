import type { Knex } from 'knex';

/** Orders with their sub-orders, lines and coupons. They hold copies of everything they were placed with. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table orders (
      id uuid primary key default uuidv7(),
      order_number text not null unique,
      user_id uuid not null,
      cart_id uuid not null unique,
      -- placed without an account
      guest boolean not null default false,
      email text not null,
      customer_name text not null,
      -- language of mails, BCP 47; null for that of the account
      locale text,
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
      -- what of it the buyer pays with store credit
      store_credit bigint not null default 0,
      refunded_total bigint not null default 0,
      prices_include_tax boolean not null,
      shipping_address jsonb not null,
      billing_address jsonb not null,
      -- GST code of the state of supply; null for goods that leave India
      place_of_supply text,
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
    -- sorted lists of hundreds of thousands of orders
    create index orders_grand_total on orders (grand_total desc, id desc);
    create index orders_payment_status on orders (payment_status, placed_at desc, id desc);
    create index orders_payment_method on orders (payment_method, placed_at desc, id desc);
    create index orders_paid on orders (paid_at) where paid_at is not null;
    -- the first and the last order of a guest, whose key is the normalised e-mail
    create index orders_guest_buyer on orders (lower(btrim(email)), placed_at)
      where guest and confirmed_at is not null;
    create index orders_confirmed on orders (confirmed_at) where confirmed_at is not null;

    create table orders_sub_orders (
      id uuid primary key default uuidv7(),
      order_id uuid not null references orders (id) on delete cascade,
      vendor_id uuid not null references vendors (id),
      status text not null default 'pending' check (status in
        ('pending', 'fulfilled', 'delivered', 'cancelled', 'returned')),
      vendor_name text not null,
      subtotal bigint not null,
      discount_total bigint not null default 0,
      -- the part of it that the platform pays
      platform_discount bigint not null default 0,
      shipping_total bigint not null,
      shipping_tax_total bigint not null default 0,
      tax_total bigint not null,
      total bigint not null,
      -- its share of the store credit of the order, less what went back before its cash was taken
      store_credit bigint not null default 0,
      commission_bps integer not null,
      commission_total bigint not null default 0,
      placed_at timestamptz not null,
      -- vendors see a sub-order from here on
      confirmed_at timestamptz,
      fulfilled_at timestamptz,
      delivered_at timestamptz,
      cancelled_at timestamptz,
      cancel_reason text,
      returned_at timestamptz,
      -- cancelled while its parcel is on the road: its pieces are missing until a return receives them
      awaiting_return boolean not null default false,
      -- what was cancelled of it before its cash was taken, in subunits
      cancelled_total bigint not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (order_id, vendor_id)
    );
    create index orders_sub_orders_vendor on orders_sub_orders (vendor_id, placed_at desc, id desc);
    -- the date of the tax report
    create index orders_sub_orders_confirmed on orders_sub_orders (confirmed_at) where confirmed_at is not null;
    -- lists of vendors read a page from an index instead of sorting everything that the vendor has
    create index orders_sub_orders_vendor_status on orders_sub_orders (vendor_id, status, placed_at, id)
      where confirmed_at is not null;
    create index orders_sub_orders_vendor_total on orders_sub_orders (vendor_id, total, id) where confirmed_at is not null;
    create index orders_sub_orders_vendor_confirmed on orders_sub_orders (vendor_id, placed_at, id) where confirmed_at is not null;

    create table orders_lines (
      id uuid primary key default uuidv7(),
      order_id uuid not null references orders (id) on delete cascade,
      sub_order_id uuid not null references orders_sub_orders (id) on delete cascade,
      vendor_id uuid not null,
      product_id uuid,
      variant_id uuid not null,
      position integer not null,
      title text not null,
      variant_title text,
      sku text,
      hsn_code text,
      -- percent that the product or its HSN code named
      gst_rate double precision,
      gst_exempt boolean not null default false,
      weight integer,
      thumbnail text,
      quantity integer not null check (quantity > 0),
      original_price bigint not null,
      unit_price bigint not null,
      line_subtotal bigint not null,
      discount_total bigint not null default 0,
      platform_discount bigint not null default 0,
      tax_total bigint not null,
      total bigint not null,
      taxes jsonb not null default '[]',
      -- of the sub-order's shipping that is taxed with the line, and its taxes
      shipping_share bigint not null default 0,
      shipping_taxes jsonb not null default '[]',
      -- the share of each coupon: [{code, amount}]
      discounts jsonb not null default '[]',
      -- pieces that were cancelled, put back on hand, returned
      cancelled_quantity integer not null default 0,
      restocked_quantity integer not null default 0,
      returned_quantity integer not null default 0,
      -- pieces in parcels, where the sub-order is sent in several
      sent_quantity integer not null default 0 check (sent_quantity between 0 and quantity - cancelled_quantity)
    );
    create index orders_lines_order on orders_lines (order_id, position);
    create index orders_lines_sub_order on orders_lines (sub_order_id, position);
    create index orders_lines_variant on orders_lines (variant_id);

    create table orders_timeline (
      id uuid primary key default uuidv7(),
      order_id uuid not null references orders (id) on delete cascade,
      sub_order_id uuid references orders_sub_orders (id) on delete cascade,
      event text not null,
      from_status text,
      to_status text,
      note text,
      actor jsonb not null,
      created_at timestamptz not null default now()
    );
    create index orders_timeline_order on orders_timeline (order_id, id);

    create table orders_discounts (
      order_id uuid not null references orders (id) on delete cascade,
      position integer not null,
      discount_id uuid not null,
      code text not null,
      name text not null,
      amount bigint not null,
      waived_shipping bigint not null,
      -- every term of the discount as it was applied
      terms jsonb not null,
      primary key (order_id, position)
    );

    -- how many orders of each state were placed on each day (UTC), for totals of lists; the changes are added up by the
    -- sweep orders-counts, and until then a total is the sum of both
    create table orders_counts (
      day date not null,
      status text not null,
      payment_status text not null,
      orders bigint not null,
      primary key (day, status, payment_status)
    );
    -- appended without a key, so that no order waits for another
    create table orders_counts_changes (
      id bigint generated always as identity primary key,
      day date not null,
      status text not null,
      payment_status text not null,
      orders bigint not null
    );
    -- the same of the sub-orders of each vendor
    create table orders_vendor_counts (
      vendor_id uuid not null,
      status text not null,
      confirmed boolean not null,
      sub_orders bigint not null,
      primary key (vendor_id, status, confirmed)
    );
    create table orders_vendor_counts_changes (
      id bigint generated always as identity primary key,
      vendor_id uuid not null,
      status text not null,
      confirmed boolean not null,
      sub_orders bigint not null
    );
  `);
  await countChanges(knex, {
    table: 'orders',
    counts: 'orders_counts',
    measure: 'orders',
    keys: ['day', 'status', 'payment_status'],
    values: (row) => [`(${row}placed_at at time zone 'UTC')::date`, `${row}status`, `${row}payment_status`],
    of: 'status, payment_status, placed_at',
  });
  await countChanges(knex, {
    table: 'orders_sub_orders',
    counts: 'orders_vendor_counts',
    measure: 'sub_orders',
    keys: ['vendor_id', 'status', 'confirmed'],
    values: (row) => [`${row}vendor_id`, `${row}status`, `${row}confirmed_at is not null`],
    of: 'status, confirmed_at',
  });
}

/** Every write of a counted row appends what it changes of the counts, in its own transaction. */
async function countChanges(
  knex: Knex,
  counted: {
    table: string;
    counts: string;
    measure: string;
    keys: string[];
    values: (row: string) => string[];
    /** Columns whose change moves a row from one count to another. */
    of: string;
  },
): Promise<void> {
  const { table, counts, measure, keys, values, of } = counted;
  const into = `insert into ${counts}_changes (${keys.join(', ')}, ${measure})`;
  const group = keys.map((_key, index) => index + 1).join(', ');
  const row = (name: string) => `(${values(`${name}.`).join(', ')})`;
  await knex.raw(`
    create function ${counts}_inserted() returns trigger language plpgsql as $$
    begin
      ${into} select ${values('').join(', ')}, count(*) from inserted group by ${group};
      return null;
    end $$;
    create function ${counts}_deleted() returns trigger language plpgsql as $$
    begin
      ${into} select ${values('').join(', ')}, -count(*) from deleted group by ${group};
      return null;
    end $$;
    create function ${counts}_updated() returns trigger language plpgsql as $$
    begin
      ${into} values (${values('old.').join(', ')}, -1), (${values('new.').join(', ')}, 1);
      return null;
    end $$;
    create trigger ${counts}_inserted after insert on ${table} referencing new table as inserted
      for each statement execute function ${counts}_inserted();
    create trigger ${counts}_deleted after delete on ${table} referencing old table as deleted
      for each statement execute function ${counts}_deleted();
    create trigger ${counts}_updated after update of ${of} on ${table} for each row
      when (${row('old')} is distinct from ${row('new')}) execute function ${counts}_updated();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table orders_vendor_counts_changes, orders_vendor_counts, orders_counts_changes, orders_counts;
    drop table orders_discounts, orders_timeline, orders_lines, orders_sub_orders, orders;
    drop function orders_counts_inserted, orders_counts_deleted, orders_counts_updated,
      orders_vendor_counts_inserted, orders_vendor_counts_deleted, orders_vendor_counts_updated;
  `);
}
