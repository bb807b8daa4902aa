import type { Knex } from 'knex';

/** Events that concern many keys, each expanded in chunks: one row for each drain and set of keys. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
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
  await knex.raw('drop table events_fan_outs');
}
