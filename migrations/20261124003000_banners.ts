import type { Knex } from 'knex';

/** Banners of taxonomy entries, and the revisions by which caches of storefront content follow changes. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table content_revisions (
      name text primary key,
      revision bigint not null default 1
    );

    create table banners (
      id uuid primary key default uuidv7(),
      entity_type text not null check (entity_type in ('category', 'brand', 'tag', 'ingredient')),
      -- of the taxonomy that entity_type names; entries are marked as deleted, never removed
      entity_id uuid not null,
      image text not null check (length(image) between 1 and 1024),
      url text not null check (length(url) between 1 and 2048),
      platform text not null default 'BOTH' check (platform in ('APP', 'WEB', 'BOTH')),
      is_active boolean not null default true,
      sort_order integer not null default 0 check (sort_order >= 0),
      metadata jsonb,
      visible_from timestamptz,
      visible_until timestamptz,
      check (visible_from < visible_until),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz
    );
    create index banners_entity on banners (entity_type, entity_id, sort_order, created_at desc) where deleted_at is null;
    create index banners_list on banners (sort_order, id);

    insert into content_revisions (name) values ('banners'), ('dynamic-links'), ('taxonomy');

    insert into content_revisions (name) values ('content-pages') on conflict (name) do nothing;

    insert into content_revisions (name) values ('dynamic-listings') on conflict (name) do nothing;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table banners, content_revisions');
}
