import type { Knex } from 'knex';

/** Groups of links of the storefront. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table dynamic_links_groups (
      id uuid primary key default uuidv7(),
      title text not null,
      slug text not null constraint dynamic_links_groups_slug_live unique,
      metadata jsonb,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );

    create table dynamic_links (
      id uuid primary key default uuidv7(),
      group_id uuid not null references dynamic_links_groups (id) on delete cascade,
      image text,
      url text,
      text text,
      sort_order integer not null default 0,
      is_active boolean not null default true,
      platform text not null default 'BOTH' check (platform in ('APP', 'WEB', 'BOTH')),
      metadata jsonb,
      visible_from timestamptz,
      visible_until timestamptz,
      check (visible_from < visible_until),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index dynamic_links_group on dynamic_links (group_id, sort_order, id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table dynamic_links, dynamic_links_groups');
}
