import type { Knex } from 'knex';

/** Static pages of the storefront, which stand under each other. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table content_pages (
      id uuid primary key default uuidv7(),
      parent_id uuid references content_pages (id),
      title text not null,
      description text,
      -- "C" sorts by bytes, so that the slugs that begin with a text are a range of the index
      slug text collate "C" not null,
      content text not null check (octet_length(content) <= 1048576),
      status text not null default 'DRAFT' check (status in ('DRAFT', 'PUBLISHED')),
      template text not null default 'default' check (template in ('default', 'html')),
      layout text,
      hide_lower_menu boolean not null default false,
      published_at timestamptz,
      sort_order integer not null default 0,
      meta_title text,
      meta_description text,
      meta_keywords text,
      meta_robots text not null default 'index, follow',
      og_title text,
      og_description text,
      og_image text,
      og_type text,
      schema jsonb,
      metadata jsonb,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz
    );
    create unique index content_pages_slug_live on content_pages (slug) where deleted_at is null;
    create index content_pages_parent on content_pages (parent_id, sort_order, id);
    create index content_pages_list on content_pages (sort_order, id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table content_pages');
}
