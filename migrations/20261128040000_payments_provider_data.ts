import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- what the provider gave with the payment and wants back on its page or with a refund, a session for instance
    alter table payments add column provider_data jsonb
      check (jsonb_typeof(provider_data) = 'object' and pg_column_size(provider_data) <= 8192);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table payments drop column provider_data');
}
