import type { Knex } from 'knex';

const kinds = ['categories', 'brands', 'tags', 'ingredients'] as const;

/** The four taxonomies, and what vendors ask to be added to them. */
export async function up(knex: Knex): Promise<void> {
  for (const kind of kinds) {
    await knex.raw(`
      create table taxonomy_${kind} (
        id uuid primary key default uuidv7(),
        title text not null,
        slug text not null,
        description text,
        image text,
        ${kind === 'categories' ? 'parent_id uuid references taxonomy_categories (id),' : ''}
        sort_order integer not null default 0,
        metadata jsonb,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        deleted_at timestamptz
      );
      create unique index taxonomy_${kind}_slug_live on taxonomy_${kind} (slug) where deleted_at is null;
      create index taxonomy_${kind}_title on taxonomy_${kind} using gin (title gin_trgm_ops);
    `);
  }
  await knex.raw(`
    create index taxonomy_categories_parent on taxonomy_categories (parent_id) where deleted_at is null;

    create table taxonomy_requests (
      id uuid primary key default uuidv7(),
      taxonomy text not null check (taxonomy in ('categories', 'brands', 'tags', 'ingredients')),
      title text not null,
      description text,
      slug text not null,
      image text,
      metadata jsonb,
      parent_id uuid,
      status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
      vendor_id uuid not null references vendors (id),
      requested_by_user_id uuid not null,
      rejection_reason text,
      approved_at timestamptz,
      rejected_at timestamptz,
      resulting_item_id uuid,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index taxonomy_requests_vendor on taxonomy_requests (vendor_id, taxonomy, id);
    create index taxonomy_requests_list on taxonomy_requests (taxonomy, status, id);
    -- one pending request for each vendor, taxonomy and slug
    create unique index taxonomy_requests_pending_slug on taxonomy_requests (vendor_id, taxonomy, slug)
      where status = 'pending';

    -- Products notice a new name by one number for all: very many may be filed under an entry, and it is rare.
    create table taxonomy_revision (
      id boolean primary key default true check (id),
      revision bigint not null default 1
    );

    create function taxonomy_changed() returns trigger language plpgsql as $$
    begin
      update taxonomy_revision set revision = revision + 1 where exists (select from changed);
      return null;
    end $$;

    insert into taxonomy_revision default values;
  `);
  for (const kind of kinds.filter((name) => name !== 'brands'))
    for (const [name, on] of [
      ['moved', 'update'],
      ['removed', 'delete'],
    ])
      await knex.raw(`create trigger taxonomy_${kind}_${name} after ${on} on taxonomy_${kind}
        referencing old table as changed for each statement execute function taxonomy_changed()`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table taxonomy_revision, taxonomy_requests, taxonomy_ingredients, taxonomy_tags, taxonomy_brands,
      taxonomy_categories;
    drop function taxonomy_changed;
  `);
}
