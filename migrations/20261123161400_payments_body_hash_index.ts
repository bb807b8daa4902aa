import type { Knex } from 'knex';

export const config = { transaction: false };

/** One signed body counts once. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists payments_webhook_events_body');
  await knex.raw(
    'create unique index concurrently payments_webhook_events_body on payments_webhook_events (provider_id, body_hash)',
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists payments_webhook_events_body');
}
