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
    -- the list, and its filters by few different values, each a page from an index
    create index audit_entries_created on audit_entries (created_at desc, id desc);
    create index audit_entries_vendor on audit_entries (vendor_id, created_at desc, id desc) where vendor_id is not null;
    create index audit_entries_actor_type on audit_entries (actor_type, created_at desc, id desc);
    create index audit_entries_action on audit_entries (action, created_at desc, id desc);
    create index audit_entries_key on audit_entries (key, created_at desc, id desc) where key is not null;
    create index audit_entries_search on audit_entries using gin (entity_id gin_trgm_ops, actor_id gin_trgm_ops);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table audit_entries');
}
