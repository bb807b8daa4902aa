import type { Knex } from 'knex';

/** Requests to erase what is known about a user or a guest; one open for each. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table personal_data_erasures (
      id uuid primary key default uuidv7(),
      -- null for a guest; without a foreign key, since the row outlives the account
      user_id uuid,
      -- null once the request has ended
      email text,
      status text not null check (status in ('scheduled', 'erasing', 'erased', 'cancelled')),
      forfeit_store_credit boolean not null default false,
      actor jsonb not null,
      due_at timestamptz not null,
      -- why it did not begin when it was due
      blocked_by text[] not null default '{}',
      -- tables that are done, and rows of all of them
      tables_done text[] not null default '{}',
      rows_done integer not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      started_at timestamptz,
      ended_at timestamptz,
      check ((status in ('scheduled', 'erasing')) = (email is not null))
    );
    create unique index personal_data_erasures_user on personal_data_erasures (user_id)
      where status in ('scheduled', 'erasing');
    create unique index personal_data_erasures_email on personal_data_erasures (email)
      where status in ('scheduled', 'erasing');
    create index personal_data_erasures_list on personal_data_erasures (created_at desc, id desc);
    create index personal_data_erasures_status on personal_data_erasures (status, created_at desc, id desc);
    create index personal_data_erasures_due on personal_data_erasures (due_at) where status in ('scheduled', 'erasing');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table personal_data_erasures');
}
