import type { Knex } from 'knex';

/** Files of personal data are one JSON object, or a ZIP with a file of each kind. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table personal_data_exports
      add column format text not null default 'json' check (format in ('json', 'zip'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table personal_data_exports drop column format');
}
