import type { Knex } from 'knex';

/** The trace that an event was written in, so that what it sets off later shows as part of it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table outbox_events add column traceparent text');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table outbox_events drop column traceparent');
}
