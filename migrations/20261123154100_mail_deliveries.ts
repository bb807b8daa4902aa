import type { Knex } from 'knex';

/** Addresses that campaigns spare, and what mail providers report of mails. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table mail_suppressions (
      -- in lower case
      address text primary key check (length(address) between 3 and 254),
      reason text not null check (reason in ('hard_bounce', 'complaint', 'unsubscribe', 'manual')),
      -- the provider, a broadcast, or the operator that it came from
      source text not null,
      note text,
      created_at timestamptz not null default now()
    );
    create index mail_suppressions_list on mail_suppressions (created_at desc, address desc);

    create table mail_provider_events (
      id uuid primary key default uuidv7(),
      provider_id text not null,
      event_id text not null,
      type text not null check (type in
        ('delivered', 'deferred', 'bounced', 'blocked', 'dropped', 'complained', 'unsubscribed')),
      -- our mail, when the provider names one; it need not be known
      message_id uuid,
      address text not null,
      reason text,
      occurred_at timestamptz not null,
      received_at timestamptz not null default now(),
      handled_at timestamptz,
      constraint mail_provider_events_event unique (provider_id, event_id)
    );
    create index mail_provider_events_open on mail_provider_events (id) where handled_at is null;
    create index mail_provider_events_message on mail_provider_events (message_id, occurred_at) where message_id is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table mail_provider_events, mail_suppressions');
}
