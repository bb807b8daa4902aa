import type { Knex } from 'knex';

/** The custom fields of a row, one document for each row that has any. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table custom_fields_values (
      entity text not null,
      entity_id uuid not null,
      -- by the keys of the fields; values of fields that are no longer declared stay
      fields jsonb not null constraint custom_fields_values_size check (octet_length(fields::text) <= 16384),
      updated_at timestamptz not null,
      primary key (entity, entity_id)
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table custom_fields_values');
}
