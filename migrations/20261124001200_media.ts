import type { Knex } from 'knex';

/** Uploaded files. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table media_files (
      id uuid primary key default uuidv7(),
      key text not null unique,
      vendor_id uuid references vendors (id),
      file_name text not null,
      content_type text not null,
      size bigint not null,
      width integer,
      height integer,
      created_by text not null,
      created_at timestamptz not null default now()
    );
    create index media_files_vendor on media_files (vendor_id, created_at desc, id desc) include (size);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table media_files');
}
