import type { Knex } from 'knex';

/** Outbox, idempotency keys, settings and audit: what every feature stands on. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create extension if not exists pg_trgm;
    create extension if not exists citext;

    create table outbox_events (
      id uuid primary key default uuidv7(),
      type text not null,
      entity_id text not null,
      payload jsonb not null,
      actor jsonb not null,
      request_id text not null,
      created_at timestamptz not null default now()
    );

    create table outbox_deliveries (
      id bigint generated always as identity primary key,
      event_id uuid not null references outbox_events (id) on delete cascade,
      subscription text not null,
      entity_id text not null,
      state text not null default 'due' check (state in ('due', 'delivered', 'parked')),
      attempts integer not null default 0,
      next_attempt_at timestamptz not null default now(),
      last_error text,
      delivered_at timestamptz
    );
    create index outbox_deliveries_waiting on outbox_deliveries (subscription, entity_id, id)
      include (state, next_attempt_at) where state in ('due', 'parked');
    create index outbox_deliveries_due on outbox_deliveries (subscription, id) where state = 'due';
    create index outbox_deliveries_event on outbox_deliveries (event_id);

    create table idempotency_keys (
      principal text not null,
      operation text not null,
      key text not null,
      body_hash text not null,
      answer jsonb,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      primary key (principal, operation, key)
    );
    create index idempotency_keys_expiry on idempotency_keys (expires_at);

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
  await knex.raw(`
    drop table audit_entries, settings_revision, settings_values, idempotency_keys, outbox_deliveries, outbox_events;
  `);
}
