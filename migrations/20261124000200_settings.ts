import type { Knex } from 'knex';

/** Settings of the platform and of vendors, and the revision by which every process notices a change. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table settings_values (
      key text not null,
      vendor_id uuid,
      value jsonb not null,
      updated_at timestamptz not null default now(),
      unique nulls not distinct (key, vendor_id)
    );
    create index settings_values_vendor on settings_values (vendor_id) where vendor_id is not null;

    create table settings_revision (
      id boolean primary key default true check (id),
      revision bigint not null default 1
    );

    insert into settings_revision default values;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table settings_revision, settings_values');
}
