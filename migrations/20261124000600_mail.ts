import type { Knex } from 'knex';

/**
 * Mails to send and sent: a row is written by the transaction that wants the mail. Beside them the words that operators
 * give to templates, the addresses that campaigns spare, what mail providers report, and whether the queue pauses.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table mail_messages (
      id uuid primary key default uuidv7(),
      template text not null,
      role text not null,
      recipient text not null,
      locale text,
      -- of auth mails wiped once they have been sent: they hold links that sign in
      variables_encrypted text,
      dedupe_key text not null unique,
      state text not null default 'queued' check (state in
        ('queued', 'sending', 'sent', 'failed', 'suppressed', 'unclear')),
      attempts integer not null default 0,
      provider_message_id text,
      last_error text,
      sent_at timestamptz,
      -- how often the provider has put the recipient off, since when, and the wait that only time ends
      put_offs integer not null default 0,
      put_off_since timestamptz,
      not_before timestamptz,
      kind text not null default 'event' check (kind in ('event', 'test', 'resend')),
      order_id uuid,
      resend_of uuid,
      -- what the provider has reported since; it never moves backwards
      delivery_status text check (delivery_status in ('deferred', 'delivered', 'bounced', 'complained')),
      delivery_status_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index mail_messages_recipient on mail_messages (recipient, id desc);
    create index mail_messages_open on mail_messages (state, id) where state in ('queued', 'sending', 'failed', 'unclear');
    -- the list of mails by each of its filters, newest first
    create index mail_messages_state on mail_messages (state, id desc);
    create index mail_messages_template on mail_messages (template, role, id desc);
    create index mail_messages_order on mail_messages (order_id, id desc) where order_id is not null;
    create index mail_messages_resend on mail_messages (resend_of) where resend_of is not null;
    create index mail_messages_variables on mail_messages (id) where variables_encrypted is not null;
    -- mails of accounts that wait: read before each batch, however many other mails wait
    create index mail_messages_urgent on mail_messages (id) where state = 'queued' and template like 'auth.%';

    create table mail_template_overrides (
      id uuid primary key default uuidv7(),
      event_type text not null,
      role text not null check (role in ('customer', 'vendor_member', 'admin')),
      -- language of the words, BCP 47
      locale text not null,
      -- the same in every language
      enabled boolean not null default true,
      -- null: the default of the template
      subject text check (length(subject) between 1 and 250),
      heading text check (length(heading) between 1 and 250),
      preheader text check (length(preheader) between 1 and 250),
      body text check (length(body) between 1 and 100000),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint mail_template_overrides_template unique (event_type, role, locale)
    );

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

    create table mail_queue_state (
      id boolean primary key default true check (id),
      paused_since timestamptz,
      paused_until timestamptz,
      -- pauses in a row
      pauses integer not null default 0,
      last_success_at timestamptz,
      last_failure_at timestamptz,
      last_failure text,
      -- why it pauses, in the provider's words
      pause_reason text,
      -- what happened since the provider last took a mail
      counts jsonb not null default '{"away": 0, "throttled": 0, "notAccepted": 0, "domains": []}'
    );

    insert into mail_queue_state default values;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table mail_queue_state, mail_provider_events, mail_suppressions, mail_template_overrides, mail_messages;
  `);
}
