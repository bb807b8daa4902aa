import type { Knex } from 'knex';

/** How much was left out of products that an import did take in. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table product_imports add column notes integer not null default 0');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table product_imports drop column notes');
}
