import type { Knex } from 'knex';

/**
 * The outbox with one delivery for each subscription; idempotency keys of requests; and events that concern many keys,
 * each expanded in chunks, with one row for each drain and set of keys.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table outbox_events (
      id uuid primary key default uuidv7(),
      type text not null,
      entity_id text not null,
      payload jsonb not null,
      actor jsonb not null,
      request_id text not null,
      -- the trace that it was written in, so that what it sets off later shows as part of it
      traceparent text,
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
      delivered_at timestamptz,
      -- the number under which a relay has taken it, 0 for the request that wrote it: it may be at the engine already
      claimed_by bigint
    );
    create index outbox_deliveries_waiting on outbox_deliveries (subscription, entity_id, id)
      include (state, next_attempt_at) where state in ('due', 'parked');
    create index outbox_deliveries_due on outbox_deliveries (subscription, id) where state = 'due';
    create index outbox_deliveries_parked on outbox_deliveries (id desc) where state = 'parked';
    create index outbox_deliveries_event on outbox_deliveries (event_id);
    -- for operators: what became of an entity, and of the events of a kind or a time
    create index outbox_deliveries_subscription on outbox_deliveries (subscription, event_id);
    create index outbox_deliveries_entity on outbox_deliveries (entity_id);
    create index outbox_events_type on outbox_events (type, id);
    create index outbox_events_created on outbox_events (created_at);

    -- The one relay that is active, by a number that rises with each holder.
    create table outbox_relay (
      id boolean primary key default true check (id),
      holder uuid not null,
      number bigint not null,
      until timestamptz not null
    );

    create table idempotency_keys (
      principal text not null,
      operation text not null,
      key text not null,
      body_hash text not null,
      response jsonb,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      primary key (principal, operation, key)
    );
    create index idempotency_keys_expiry on idempotency_keys (expires_at);

    create table events_fan_outs (
      drain text not null,
      subject text not null,
      event jsonb not null,
      cursor jsonb,
      requested_rev bigint not null default 1,
      begun_rev bigint not null default 1,
      requested_at timestamptz not null default now(),
      due_at timestamptz not null default clock_timestamp(),
      attempts integer not null default 0,
      last_error text,
      primary key (drain, subject)
    );
    create index events_fan_outs_due on events_fan_outs (drain, due_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'drop table events_fan_outs, idempotency_keys, outbox_relay, outbox_deliveries, outbox_events',
  );
}
