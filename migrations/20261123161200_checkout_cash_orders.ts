import type { Knex } from 'knex';

/**
 * Cash orders of buyers whose address nobody has proven, for the limits on them; and the codes with which a guest proves
 * the e-mail address of a cart.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table carts add column confirmed_email text;

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

    create table checkout_cash_orders (
      order_id uuid primary key references orders (id) on delete cascade,
      email text not null,
      -- a hash: two spellings of one place are one
      address_key text not null,
      pieces bigint not null,
      placed_at timestamptz not null
    );
    create index checkout_cash_orders_email on checkout_cash_orders (email, placed_at);
    create index checkout_cash_orders_address on checkout_cash_orders (address_key, placed_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table checkout_cash_orders, carts_email_codes;
    alter table carts drop column confirmed_email;
  `);
}
