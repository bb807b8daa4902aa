import type { Knex } from 'knex';

/** The state of the mail queue as a whole: whether it pauses, and what its provider last did. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table mail_queue_state (
      id boolean primary key default true check (id),
      paused_since timestamptz,
      paused_until timestamptz,
      -- pauses in a row
      pauses integer not null default 0,
      last_success_at timestamptz,
      last_failure_at timestamptz,
      last_failure text
    );
    insert into mail_queue_state default values;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table mail_queue_state');
}
