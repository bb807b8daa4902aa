import type { Knex } from 'knex';

export const config = { transaction: false };

/** Mails of accounts that wait: read before each batch, however many other mails wait. */
export async function up(knex: Knex): Promise<void> {
  // What an earlier attempt left behind invalid is dropped first.
  await knex.raw('drop index concurrently if exists mail_messages_urgent');
  await knex.raw(
    `create index concurrently mail_messages_urgent on mail_messages (id) where state = 'queued' and template like 'auth.%'`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists mail_messages_urgent');
}
