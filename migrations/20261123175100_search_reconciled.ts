import type { Knex } from 'knex';

/** Since when the reconcile has compared every product that changed with its watermark. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table search_collections add column reconciled_at timestamptz');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table search_collections drop column reconciled_at');
}
