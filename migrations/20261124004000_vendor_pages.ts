import type { Knex } from 'knex';

/** What vendors show shoppers of themselves, and who follows them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table vendor_pages (
      vendor_id uuid primary key references vendors (id),
      logo text,
      cover text,
      story text,
      pictures text[] not null default '{}',
      return_policy text,
      shipping_policy text,
      meta_title text,
      meta_description text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );

    create table vendor_pages_follows (
      user_id uuid not null references accounts_users (id) on delete cascade,
      vendor_id uuid not null references vendors (id),
      created_at timestamptz not null default now(),
      primary key (user_id, vendor_id)
    );
    -- followers are counted here, so that no row of the vendor is written by each of them
    create index vendor_pages_follows_vendor on vendor_pages_follows (vendor_id);

    -- Up to when a follower was written to about new products.
    create table vendor_pages_digests (
      user_id uuid primary key references accounts_users (id) on delete cascade,
      sent_at timestamptz not null
    );

    insert into content_revisions (name) values ('vendor-pages') on conflict (name) do nothing;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table vendor_pages_digests, vendor_pages_follows, vendor_pages;
    delete from content_revisions where name = 'vendor-pages';
  `);
}
