import type { Knex } from 'knex';

/** Addresses that customers save to order with. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table address_book_addresses (
      id uuid primary key default uuidv7(),
      user_id uuid not null references accounts_users (id) on delete cascade,
      label text,
      -- as carts and orders have it
      address jsonb not null,
      is_default_shipping boolean not null default false,
      is_default_billing boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index address_book_addresses_user on address_book_addresses (user_id, created_at desc, id desc);
    create unique index address_book_addresses_default_shipping_live
      on address_book_addresses (user_id) where is_default_shipping;
    create unique index address_book_addresses_default_billing_live
      on address_book_addresses (user_id) where is_default_billing;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table address_book_addresses');
}
