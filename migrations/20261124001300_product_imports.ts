import type { Knex } from 'knex';

/** Imports of product files, with what their rows have said so far and the errors of their rows. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table product_imports (
      id uuid primary key default uuidv7(),
      vendor_id uuid not null references vendors (id),
      file_key text not null,
      file_name text not null,
      file_size bigint not null,
      status text not null default 'pending' check (status in ('pending', 'running', 'completed', 'failed', 'cancelled')),
      header jsonb,
      checkpoint_byte bigint not null default 0,
      checkpoint_row bigint not null default 0,
      rows_read bigint not null default 0,
      products_created bigint not null default 0,
      products_updated bigint not null default 0,
      products_unchanged bigint not null default 0,
      rows_failed bigint not null default 0,
      issues bigint not null default 0,
      error text,
      actor jsonb not null,
      started_at timestamptz,
      finished_at timestamptz,
      -- how much was left out of products that the import did take in
      notes integer not null default 0,
      -- whether the brands and categories that the marketplace does not have are requested
      request_unknown boolean not null default false,
      catalog_requests integer not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index product_imports_finished on product_imports (finished_at desc) where finished_at is not null;
    create index product_imports_vendor on product_imports (vendor_id, created_at desc, id);

    -- What the rows of each product have said so far. These three are committed with the batch that wrote them,
    -- and go when the import has ended.
    create table product_imports_products (
      import_id uuid not null references product_imports (id) on delete cascade,
      handle text not null,
      memory jsonb not null,
      outcome text check (outcome in ('created', 'updated', 'unchanged')),
      primary key (import_id, handle)
    );

    create table product_imports_skus (
      import_id uuid not null references product_imports (id) on delete cascade,
      sku text not null,
      row bigint not null,
      primary key (import_id, sku)
    );

    -- Names that the marketplace does not have, so that each is reported once and not on every row.
    create table product_imports_unknown_names (
      import_id uuid not null references product_imports (id) on delete cascade,
      taxonomy text not null,
      name text not null,
      primary key (import_id, taxonomy, name)
    );

    create table product_imports_errors (
      id bigint generated always as identity primary key,
      import_id uuid not null references product_imports (id) on delete cascade,
      row bigint not null,
      handle text not null,
      "column" text not null,
      reason text not null
    );
    create index product_imports_errors_file on product_imports_errors (import_id, row, id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table product_imports_errors, product_imports_unknown_names, product_imports_skus,
      product_imports_products, product_imports;
  `);
}
