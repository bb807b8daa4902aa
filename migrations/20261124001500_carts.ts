import type { Knex } from 'knex';

/** Carts, and the codes with which a guest proves the e-mail address of one. */
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
      -- in the order of adding
      coupon_ids uuid[] not null default '{}',
      -- by discount the code that was entered, where it is not that of the discount
      coupon_codes jsonb not null default '{}',
      -- automatic offers whose gifts the cart has shown: an order without one of them is refused
      gift_offer_ids uuid[] not null default '{}',
      -- the address that a guest has proven with a code
      confirmed_email text,
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

    create table carts_email_codes (
      id uuid primary key default uuidv7(),
      cart_id uuid not null references carts (id) on delete cascade,
      email text not null,
      code_hash text not null,
      attempts integer not null default 0,
      sent_at timestamptz not null default now()
    );
    create index carts_email_codes_cart on carts_email_codes (cart_id, sent_at);
    create index carts_email_codes_email on carts_email_codes (email, sent_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table carts_email_codes, carts_items, carts');
}
