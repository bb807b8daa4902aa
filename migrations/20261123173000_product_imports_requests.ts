import type { Knex } from 'knex';

/** Imports may request the brands and categories that the marketplace does not have. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table product_imports
      add column request_unknown boolean not null default false,
      add column catalog_requests integer not null default 0
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table product_imports drop column catalog_requests, drop column request_unknown');
}
