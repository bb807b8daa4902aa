import type { Knex } from 'knex';

/**
 * Webhooks that the platform sends: the endpoints of the platform and of vendors, the messages as they are sent, a
 * delivery for each message and endpoint, and each attempt with its response.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table outbound_webhooks_endpoints (
      id uuid primary key default uuidv7(),
      -- null for an endpoint of the platform
      vendor_id uuid references vendors (id),
      url text not null,
      description text,
      -- names of events, and \`prefix.*\`
      events text[] not null,
      -- a JSON object of its own headers, encrypted
      headers_encrypted text,
      secret_encrypted text not null,
      -- signs beside the new one until its instant
      previous_secret_encrypted text,
      previous_secret_until timestamptz,
      contact_email text not null,
      state text not null default 'enabled' check (state in ('enabled', 'disabled')),
      disabled_reason text check (disabled_reason in ('manual', 'failures', 'gone')),
      disabled_at timestamptz,
      -- failures in a row, the first of them, and what the last one was
      failures integer not null default 0,
      failing_since timestamptz,
      last_success_at timestamptz,
      last_failure_at timestamptz,
      last_error text,
      -- events that came while it was disabled and are not kept
      dropped_events integer not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz
    );
    create unique index outbound_webhooks_endpoints_url_live on outbound_webhooks_endpoints (vendor_id, url) nulls not distinct
      where deleted_at is null;
    create index outbound_webhooks_endpoints_deleted on outbound_webhooks_endpoints (deleted_at) where deleted_at is not null;

    -- Order for receivers: of two messages about one entity the one with the higher number was read later.
    create sequence outbound_webhooks_revision;

    create table outbound_webhooks_messages (
      -- what receivers see as webhook-id
      id uuid primary key,
      -- the event of the outbox
      source_id uuid not null,
      event text not null,
      vendor_id uuid,
      entity_id text not null,
      -- the bytes that are sent; null once they are deleted
      body text,
      created_at timestamptz not null default now()
    );
    create unique index outbound_webhooks_messages_source on outbound_webhooks_messages (source_id, vendor_id) nulls not distinct;
    create index outbound_webhooks_messages_body on outbound_webhooks_messages (created_at) where body is not null;

    create table outbound_webhooks_deliveries (
      id uuid primary key default uuidv7(),
      message_id uuid not null references outbound_webhooks_messages (id),
      endpoint_id uuid not null references outbound_webhooks_endpoints (id),
      event text not null,
      state text not null check (state in ('pending', 'delivered', 'failed', 'held')),
      -- attempts since it was created or redelivered, and all
      tries integer not null default 0,
      attempts integer not null default 0,
      next_attempt_at timestamptz not null,
      leased_until timestamptz,
      lease_id uuid,
      last_status integer,
      last_error text,
      -- part of a range that was redelivered
      in_range boolean not null default false,
      delivered_at timestamptz,
      created_at timestamptz not null default now(),
      unique (message_id, endpoint_id)
    );
    create index outbound_webhooks_deliveries_open on outbound_webhooks_deliveries (endpoint_id, greatest(next_attempt_at, leased_until), id)
      where state = 'pending';
    create index outbound_webhooks_deliveries_leased on outbound_webhooks_deliveries (endpoint_id, leased_until)
      where leased_until is not null;
    create index outbound_webhooks_deliveries_held on outbound_webhooks_deliveries (endpoint_id, id) where state = 'held';
    create index outbound_webhooks_deliveries_endpoint on outbound_webhooks_deliveries (endpoint_id, created_at desc, id desc);
    -- the list of an endpoint's deliveries: each filter has a page from an index
    create index outbound_webhooks_deliveries_failed on outbound_webhooks_deliveries (endpoint_id, created_at desc, id desc)
      where state = 'failed';
    create index outbound_webhooks_deliveries_event on outbound_webhooks_deliveries (endpoint_id, event, created_at desc, id desc);
    create index outbound_webhooks_deliveries_last_status on outbound_webhooks_deliveries
      (endpoint_id, last_status, created_at desc, id desc);
    create index outbound_webhooks_deliveries_created on outbound_webhooks_deliveries (created_at);

    create table outbound_webhooks_attempts (
      id uuid primary key default uuidv7(),
      delivery_id uuid not null references outbound_webhooks_deliveries (id) on delete cascade,
      -- the instant that was signed
      at timestamptz not null,
      duration_ms integer not null,
      outcome text not null,
      status integer,
      error text,
      response_headers jsonb,
      response_body text
    );
    create index outbound_webhooks_attempts_delivery on outbound_webhooks_attempts (delivery_id, id);
    create index outbound_webhooks_attempts_bodies on outbound_webhooks_attempts (at) where response_headers is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table outbound_webhooks_attempts, outbound_webhooks_deliveries, outbound_webhooks_messages, outbound_webhooks_endpoints;
    drop sequence outbound_webhooks_revision;
  `);
}
