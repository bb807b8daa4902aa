import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- what each process says of itself every few seconds
    create table health_processes (
      id uuid primary key,
      name text not null,
      -- of a worker: the queues whose tasks it takes, and \`relay\`
      roles text[] not null,
      -- what it cannot do now, as findings
      findings jsonb not null,
      seen_at timestamptz not null default now(),
      -- it ended as it was asked to; null for one that runs, or is lost
      stopped_at timestamptz
    );
    create index health_processes_seen on health_processes (seen_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table health_processes');
}
