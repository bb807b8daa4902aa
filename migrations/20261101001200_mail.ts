import type { Knex } from 'knex';

/** Mails to send and sent. A row is written by the transaction that wants the mail. */
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
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      sent_at timestamptz
    );
    create index mail_messages_recipient on mail_messages (recipient, id desc);
    create index mail_messages_open on mail_messages (state, id) where state in ('queued', 'sending', 'failed', 'unclear');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table mail_messages');
}
