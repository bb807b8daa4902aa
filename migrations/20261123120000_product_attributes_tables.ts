import type { Knex } from 'knex';

/** Attributes, their values and groups, and what products are assigned of them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table product_attributes (
      id uuid primary key default uuidv7(),
      title text not null,
      code text collate "C" not null,
      type text not null check (type in ('multi_select', 'text', 'boolean', 'number', 'select')),
      is_required boolean not null default false,
      is_unique boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz
    );
    create unique index product_attributes_code_live on product_attributes (code) where deleted_at is null;
    create index product_attributes_created on product_attributes (created_at desc, id desc);

    create table product_attributes_values (
      id uuid primary key default uuidv7(),
      attribute_id uuid not null references product_attributes (id) on delete cascade,
      value text not null,
      -- the value in lower case and normal form: values differ by more than that
      folded text collate "C" not null,
      sort_order integer not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz
    );
    create unique index product_attributes_values_value_live on product_attributes_values (attribute_id, folded)
      where deleted_at is null;
    create index product_attributes_values_attribute on product_attributes_values (attribute_id, sort_order, id);

    create table product_attributes_groups (
      id uuid primary key default uuidv7(),
      title text not null,
      code text collate "C" not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz
    );
    create unique index product_attributes_groups_code_live on product_attributes_groups (code)
      where deleted_at is null;
    create index product_attributes_groups_created on product_attributes_groups (created_at desc, id desc);

    create table product_attributes_members (
      group_id uuid not null references product_attributes_groups (id) on delete cascade,
      attribute_id uuid not null references product_attributes (id) on delete cascade,
      sort_order integer not null default 0,
      primary key (group_id, attribute_id)
    );
    create index product_attributes_members_attribute on product_attributes_members (attribute_id);

    create table products_attributes (
      id uuid primary key default uuidv7(),
      product_id uuid not null references products (id) on delete cascade,
      attribute_id uuid not null references product_attributes (id) on delete cascade,
      -- of select and multi_select, else null
      value_id uuid references product_attributes_values (id) on delete cascade,
      -- of the other types, as it was sent; null where value_id is set
      value text,
      -- the same for equal values: decimal numbers without superfluous zeros, else the text
      canonical text collate "C",
      sort_order integer not null default 0,
      -- what no two live products share: set while the attribute is unique and the product is live
      unique_value text collate "C",
      check ((value_id is null) = (value is not null)),
      check ((value is null) = (canonical is null)),
      constraint products_attributes_once unique nulls not distinct (product_id, attribute_id, value_id)
    );
    create index products_attributes_attribute on products_attributes (attribute_id, canonical);
    create index products_attributes_value on products_attributes (value_id) where value_id is not null;
    create unique index products_attributes_value_live on products_attributes (attribute_id, unique_value)
      where unique_value is not null;
  `);
  await watchAssignments(knex);
  await watchNames(knex);
}

/**
 * The row of a product is the version of its lists (ADR 13). What keeps values apart is not shown: setting it for all
 * products of an attribute must not wait for their writers.
 */
async function watchAssignments(knex: Knex): Promise<void> {
  await knex.raw(`
    create function products_attributes_changed() returns trigger language plpgsql as $$
    begin
      perform products_touch(array(
        select distinct unnest(array[changed.product_id, earlier.product_id]) from changed join earlier using (id)
        where (changed.product_id, changed.attribute_id, changed.value_id, changed.value, changed.sort_order)
          is distinct from (earlier.product_id, earlier.attribute_id, earlier.value_id, earlier.value, earlier.sort_order)
      ));
      return null;
    end $$;
    create trigger products_attributes_added after insert on products_attributes
      referencing new table as changed for each statement execute function products_listed_changed();
    create trigger products_attributes_removed after delete on products_attributes
      referencing old table as changed for each statement execute function products_listed_changed();
    create trigger products_attributes_changed after update on products_attributes
      referencing old table as earlier new table as changed
      for each statement execute function products_attributes_changed();
  `);
}

/** Products hear of new titles, values and orders by one number for all: very many may have them, and it is rare. */
async function watchNames(knex: Knex): Promise<void> {
  await knex.raw(`
    create table product_attributes_revision (
      id boolean primary key default true check (id),
      revision bigint not null default 1
    );
    insert into product_attributes_revision default values;
    create function product_attributes_renamed() returns trigger language plpgsql as $$
    begin
      update product_attributes_revision set revision = revision + 1 where exists (select from changed);
      return null;
    end $$;
  `);
  const changes = [
    { name: 'added', on: 'after insert', rows: 'new' },
    { name: 'changed', on: 'after update', rows: 'old' },
    { name: 'removed', on: 'after delete', rows: 'old' },
  ];
  for (const table of ['product_attributes', 'product_attributes_values', 'product_attributes_members']) {
    for (const { name, on, rows } of changes) {
      await knex.raw(`create trigger ${table}_${name} ${on} on ${table}
        referencing ${rows} table as changed for each statement execute function product_attributes_renamed()`);
    }
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table products_attributes, product_attributes_members, product_attributes_groups, product_attributes_values,
      product_attributes, product_attributes_revision;
    drop function products_attributes_changed();
    drop function product_attributes_renamed();
  `);
}
