import type { Knex } from 'knex';

/**
 * Makes the row of a product, by its `xmin`, the version of all that is listed under it: whoever remembers the lists of
 * a product sees by that one row whether they are still what they were. Each statement says it once for all of its rows,
 * and what the same transaction has written already is not written again, so that an import pays next to nothing.
 */
const tables = {
  products_options: 'products_listed_changed',
  products_option_values: 'products_values_changed',
  products_tabs: 'products_listed_changed',
  products_categories: 'products_listed_changed',
  products_tags: 'products_listed_changed',
  products_ingredients: 'products_listed_changed',
};

/** A row that moves to another product changes both. */
const changes = [
  { name: 'added', on: 'after insert', rows: 'new' },
  { name: 'changed', on: 'after update', rows: 'new' },
  { name: 'moved', on: 'after update', rows: 'old' },
  { name: 'removed', on: 'after delete', rows: 'old' },
];

/** Products hear of an entry's new name by one number for all: very many may be filed under it, and it is rare. */
const taxonomies = ['taxonomy_categories', 'taxonomy_tags', 'taxonomy_ingredients'];

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function products_touch(ids uuid[]) returns void language sql as $$
      update products set updated_at = updated_at where id in (
        select id from products where id = any(ids) and xmin <> pg_current_xact_id()::xid
        order by id for no key update
      )
    $$;
    create function products_listed_changed() returns trigger language plpgsql as $$
    begin
      perform products_touch(array(select distinct product_id from changed));
      return null;
    end $$;
    create function products_values_changed() returns trigger language plpgsql as $$
    begin
      perform products_touch(array(
        select distinct product_id from products_options where id in (select option_id from changed)
      ));
      return null;
    end $$;

    create table taxonomy_revision (
      id boolean primary key default true check (id),
      revision bigint not null default 1
    );
    insert into taxonomy_revision default values;
    create function taxonomy_changed() returns trigger language plpgsql as $$
    begin
      update taxonomy_revision set revision = revision + 1 where exists (select from changed);
      return null;
    end $$;
  `);
  for (const [table, touch] of Object.entries(tables)) {
    for (const { name, on, rows } of changes) {
      await knex.raw(`create trigger ${table}_${name} ${on} on ${table}
        referencing ${rows} table as changed for each statement execute function ${touch}()`);
    }
  }
  for (const table of taxonomies) {
    for (const { name, on } of changes.filter(({ rows }) => rows === 'old')) {
      await knex.raw(`create trigger ${table}_${name} ${on} on ${table}
        referencing old table as changed for each statement execute function taxonomy_changed()`);
    }
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function taxonomy_changed() cascade;
    drop function products_values_changed() cascade;
    drop function products_listed_changed() cascade;
    drop function products_touch(uuid[]);
    drop table taxonomy_revision;
  `);
}
