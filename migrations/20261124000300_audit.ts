import type { Knex } from 'knex';

/** Who changed what. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table audit_entries (
      id uuid primary key default uuidv7(),
      actor_type text not null,
      actor_id text not null,
      request_id text not null,
      entity text not null,
      entity_id text not null,
      action text not null,
      key text,
      vendor_id uuid,
      before jsonb,
      after jsonb,
      created_at timestamptz not null default now()
    );
    create index audit_entries_entity on audit_entries (entity, entity_id, id);
    create index audit_entries_actor on audit_entries (actor_id, id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table audit_entries');
}
