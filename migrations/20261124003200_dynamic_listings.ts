import type { Knex } from 'knex';

/** Saved searches of the storefront, in groups or alone. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table dynamic_listings_groups (
      id uuid primary key default uuidv7(),
      title text not null,
      slug text not null constraint dynamic_listings_groups_slug_live unique,
      metadata jsonb,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index dynamic_listings_groups_list on dynamic_listings_groups (title, id);

    create table dynamic_listings (
      id uuid primary key default uuidv7(),
      title text not null,
      slug text not null constraint dynamic_listings_slug_live unique,
      group_id uuid references dynamic_listings_groups (id) on delete set null,
      subtitle text,
      description text,
      image text,
      sort_order integer not null default 0,
      -- fields of the query of its products, as they were sent
      filters jsonb,
      metadata jsonb,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index dynamic_listings_group on dynamic_listings (group_id, sort_order, id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table dynamic_listings, dynamic_listings_groups');
}
