import type { Knex } from 'knex';

const changes = [
  { name: 'added', on: 'after insert', rows: 'new' },
  { name: 'changed', on: 'after update', rows: 'old' },
  { name: 'removed', on: 'after delete', rows: 'old' },
];

/** Attributes, their values and groups. What products are assigned of them is a table of `products`. */
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

    -- Products notice new titles, values and orders by one number for all: very many may have them, and it is rare.
    create table product_attributes_revision (
      id boolean primary key default true check (id),
      revision bigint not null default 1
    );

    create function product_attributes_renamed() returns trigger language plpgsql as $$
    begin
      update product_attributes_revision set revision = revision + 1 where exists (select from changed);
      return null;
    end $$;

    insert into product_attributes_revision default values;
  `);
  for (const table of ['product_attributes', 'product_attributes_values', 'product_attributes_members'])
    for (const { name, on, rows } of changes)
      await knex.raw(`create trigger ${table}_${name} ${on} on ${table}
        referencing ${rows} table as changed for each statement execute function product_attributes_renamed()`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table product_attributes_revision, product_attributes_members, product_attributes_groups,
      product_attributes_values, product_attributes;
    drop function product_attributes_renamed;
  `);
}
