import type { Knex } from 'knex';

/** Where the buyer goes after paying, for pages that we serve ourselves: providers with pages of their own are told it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table payments add column if not exists return_url text`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table payments drop column if exists return_url`);
}
