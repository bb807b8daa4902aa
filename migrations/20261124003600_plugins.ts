import type { Knex } from 'knex';

/**
 * The plugins that were ever installed here: which tables are theirs, and which workflows and subscriptions work may be
 * left of once they are no longer registered.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table plugins_installed (
      name text primary key,
      prefix text not null unique,
      version text not null,
      -- of all versions that were registered since work was last dropped
      workflows text[] not null default '{}',
      subscriptions text[] not null default '{}',
      migrated_at timestamptz not null
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table plugins_installed');
}
