import type { Knex } from 'knex';

/** Cash orders of buyers whose address nobody has proven, for the limits on them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
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
  await knex.raw('drop table checkout_cash_orders');
}
