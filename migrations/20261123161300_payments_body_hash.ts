import type { Knex } from 'knex';

/** A hash of the signed body of a webhook: the header with the event's id is not signed. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table payments_webhook_events add column body_hash text');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table payments_webhook_events drop column body_hash');
}
