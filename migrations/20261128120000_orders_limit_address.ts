import type { Knex } from 'knex';

export const config = { transaction: false };

/** Coupons for a first order count the orders of one address in all its forms, of accounts and guests. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists orders_limit_address');
  await knex.raw(
    `create index concurrently orders_limit_address on orders (regexp_replace(lower(email), '^([^+@]+)\\+[^@]*@', '\\1@'))`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists orders_limit_address');
}
