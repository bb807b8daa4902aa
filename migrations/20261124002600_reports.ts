import type { Knex } from 'knex';

/** Exports of reports: one row a file, kept when the file is deleted. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table reports_exports (
      id uuid primary key default uuidv7(),
      -- 'documents' for a ZIP of invoices and credit notes, 'gst-return' for a GST return
      report_key text not null,
      -- null for reports of the platform
      vendor_id uuid references vendors (id),
      format text not null check (format in ('csv', 'xlsx', 'json', 'zip')),
      status text not null default 'pending'
        check (status in ('pending', 'processing', 'ready', 'failed', 'expired')),
      -- from, to and filters as they were sent
      params jsonb not null,
      row_count integer not null default 0 check (row_count >= 0),
      -- rows that the file will have, null until they are counted
      row_total integer check (row_total >= 0),
      truncated boolean not null default false,
      file_name text not null,
      file_size bigint not null default 0 check (file_size >= 0),
      error text,
      -- counts the attempts to write the file: a superseded attempt no longer changes the row
      attempt integer not null default 0,
      actor jsonb not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      completed_at timestamptz,
      expires_at timestamptz,
      check (status <> 'ready' or (completed_at is not null and expires_at is not null))
    );
    create index reports_exports_platform on reports_exports (created_at desc, id desc) where vendor_id is null;
    create index reports_exports_vendor on reports_exports (vendor_id, created_at desc, id desc)
      where vendor_id is not null;
    create index reports_exports_ready on reports_exports (expires_at) where status = 'ready';
    create index reports_exports_open on reports_exports (updated_at) where status in ('pending', 'processing');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table reports_exports');
}
