import type { Knex } from 'knex';

/** Files of what is known about a user, one open for each. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table personal_data_exports (
      id uuid primary key default uuidv7(),
      user_id uuid not null references accounts_users (id) on delete cascade,
      status text not null default 'pending' check (status in ('pending', 'processing', 'ready', 'failed', 'expired')),
      -- the attempt that may complete the file
      attempt integer not null default 0,
      row_count integer not null default 0,
      file_size bigint not null default 0,
      error text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      completed_at timestamptz,
      expires_at timestamptz
    );
    create unique index personal_data_exports_open on personal_data_exports (user_id)
      where status in ('pending', 'processing');
    create index personal_data_exports_user on personal_data_exports (user_id, created_at desc, id desc);
    create index personal_data_exports_due on personal_data_exports (expires_at) where status = 'ready';
    create index personal_data_exports_moved on personal_data_exports (updated_at) where status in ('pending', 'processing');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table personal_data_exports');
}
