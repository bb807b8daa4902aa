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

    create table settings_installation (
      only_row boolean primary key default true check (only_row),
      -- what tells this installation from others: the engine's namespace carries it too
      id uuid not null default uuidv7(),
      -- null while no engine was set up
      engine_namespace text,
      -- the namespace with the runs of the hours that a restore has undone: nothing may run in it
      restored_from text,
      -- entities with work left whose event was delivered and that have no run
      open_flows_without_run integer,
      open_flows_checked_at timestamptz
    );

    insert into settings_installation default values;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table settings_installation, settings_revision, settings_values');
}
