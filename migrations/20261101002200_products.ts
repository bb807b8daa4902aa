import type { Knex } from 'knex';

/** Products with options, variants and tabs; what they are filed under; the stock of each variant. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table products (
      id uuid primary key default uuidv7(),
      vendor_id uuid not null references vendors (id),
      -- what a product file calls it; a product that was not imported has none
      handle text,
      title text not null,
      -- compared by bytes, so that the slugs that begin with another one are a range of the index
      slug text collate "C" not null,
      subtitle text,
      description text,
      brand_id uuid references taxonomy_brands (id),
      primary_category_id uuid references taxonomy_categories (id),
      material text,
      country_of_origin text,
      hs_code text,
      mid_code text,
      thumbnail text,
      images text[] not null default '{}',
      meta_title text,
      meta_description text,
      og_image text,
      status text not null default 'draft' check (status in ('draft', 'active', 'archived')),
      visibility text not null default 'public' check (visibility in ('public', 'private')),
      published_at timestamptz,
      attribute_group_id uuid,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz
    );
    create unique index products_slug_live on products (slug) where deleted_at is null;
    create unique index products_handle_live on products (vendor_id, handle) where deleted_at is null and handle is not null;
    -- so that an import can say that a product of this name was deleted
    create index products_handle_deleted on products (vendor_id, handle)
      where deleted_at is not null and handle is not null;
    create index products_vendor on products (vendor_id, created_at desc, id) where deleted_at is null;
    create index products_title on products using gin (title gin_trgm_ops);

    create table products_options (
      id uuid primary key default uuidv7(),
      product_id uuid not null references products (id) on delete cascade,
      name text not null,
      sort_order integer not null default 0,
      unique (product_id, name)
    );

    create table products_option_values (
      id uuid primary key default uuidv7(),
      option_id uuid not null references products_options (id) on delete cascade,
      value text not null,
      sort_order integer not null default 0,
      unique (option_id, value)
    );

    create table products_variants (
      id uuid primary key default uuidv7(),
      product_id uuid not null references products (id) on delete cascade,
      vendor_id uuid not null references vendors (id),
      thumbnail text,
      images text[] not null default '{}',
      price bigint check (price >= 0),
      special_price bigint check (special_price >= 0),
      special_price_start timestamptz,
      special_price_end timestamptz,
      sku text,
      ean text,
      upc text,
      barcode text,
      hsn_code text,
      min_quantity_per_cart integer check (min_quantity_per_cart >= 0),
      max_quantity_per_cart integer check (max_quantity_per_cart >= min_quantity_per_cart),
      -- grams
      weight integer check (weight > 0),
      -- centimetres
      length integer check (length > 0),
      breadth integer check (breadth > 0),
      height integer check (height > 0),
      sort_order integer not null default 0,
      -- sorted, so that equal combinations are equal arrays
      option_value_ids uuid[] not null default '{}',
      detached boolean not null default false,
      -- the stock that the last file stated, which is not what is on hand since then
      imported_quantity integer,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz,
      check (special_price < price),
      check (special_price_start < special_price_end)
    );
    create index products_variants_product on products_variants (product_id, sort_order, id) where deleted_at is null;
    create unique index products_variants_sku_live on products_variants (vendor_id, sku)
      where deleted_at is null and sku is not null;
    create unique index products_variants_combination on products_variants (product_id, option_value_ids)
      where deleted_at is null and not detached and option_value_ids <> '{}';

    create table products_tabs (
      id uuid primary key default uuidv7(),
      product_id uuid not null references products (id) on delete cascade,
      title text not null,
      body text,
      is_active boolean not null default true,
      sort_order integer not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz
    );
    create index products_tabs_product on products_tabs (product_id, sort_order, id) where deleted_at is null;

    create table products_categories (
      product_id uuid not null references products (id) on delete cascade,
      category_id uuid not null references taxonomy_categories (id),
      primary key (product_id, category_id)
    );
    create table products_tags (
      product_id uuid not null references products (id) on delete cascade,
      tag_id uuid not null references taxonomy_tags (id),
      primary key (product_id, tag_id)
    );
    create table products_ingredients (
      product_id uuid not null references products (id) on delete cascade,
      ingredient_id uuid not null references taxonomy_ingredients (id),
      primary key (product_id, ingredient_id)
    );
    create index products_categories_category on products_categories (category_id);
    create index products_tags_tag on products_tags (tag_id);
    create index products_ingredients_ingredient on products_ingredients (ingredient_id);
    create index products_brand on products (brand_id) where deleted_at is null;
    create index products_primary_category on products (primary_category_id) where deleted_at is null;

    create table inventory_levels (
      variant_id uuid primary key references products_variants (id) on delete cascade,
      vendor_id uuid not null references vendors (id),
      on_hand integer not null default 0,
      reserved integer not null default 0 check (reserved >= 0),
      track_inventory boolean not null default true,
      allow_backorder boolean not null default false,
      low_stock_threshold integer check (low_stock_threshold >= 0),
      updated_at timestamptz not null default now()
    );
    create index inventory_levels_vendor on inventory_levels (vendor_id, variant_id);

    -- Append-only: on hand and reserved are always the sums of these.
    create table inventory_movements (
      id uuid primary key default uuidv7(),
      variant_id uuid not null references products_variants (id) on delete cascade,
      vendor_id uuid not null references vendors (id),
      on_hand_delta integer not null default 0,
      reserved_delta integer not null default 0,
      reason text not null,
      reference_id uuid,
      actor jsonb not null,
      created_at timestamptz not null default now()
    );
    create index inventory_movements_variant on inventory_movements (variant_id, id);
    -- One movement of a kind for one reference: a retried step cannot move stock twice.
    create unique index inventory_movements_once on inventory_movements (reference_id, variant_id, reason)
      where reference_id is not null;

    create table media_files (
      id uuid primary key default uuidv7(),
      key text not null unique,
      vendor_id uuid references vendors (id),
      file_name text not null,
      content_type text not null,
      size bigint not null,
      width integer,
      height integer,
      created_by text not null,
      created_at timestamptz not null default now()
    );

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
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
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
    -- Names that the marketplace does not have, so that each is told of once and not on every row.
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
    drop table product_imports_errors, product_imports_unknown_names, product_imports_skus, product_imports_products,
      product_imports, media_files, inventory_movements, inventory_levels,
      products_ingredients, products_tags, products_categories, products_tabs, products_variants,
      products_option_values, products_options, products;
  `);
}
