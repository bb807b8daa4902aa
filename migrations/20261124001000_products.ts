import type { Knex } from 'knex';

/** Products with options, variants, tabs and attributes, and what they are filed under. */
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
      gst_rate double precision check (gst_rate >= 0 and gst_rate <= 100),
      gst_exempt boolean not null default false,
      thumbnail text,
      images text[] not null default '{}',
      meta_title text,
      meta_description text,
      og_image text,
      status text not null default 'draft' check (status in ('draft', 'active', 'archived')),
      visibility text not null default 'public' check (visibility in ('public', 'private')),
      published_at timestamptz,
      attribute_group_id uuid,
      -- what the live variants amount to, kept by triggers, so that a list filters and sorts by price on an index
      variant_count integer not null default 0,
      price_start bigint,
      price_end bigint,
      -- the sums of approved ratings
      rating_count integer not null default 0,
      rating_sum integer not null default 0,
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
    create index products_primary_category on products (primary_category_id) where deleted_at is null;
    -- a vendor's list by title and by last change; by creation products_vendor serves it
    create index products_vendor_title on products (vendor_id, title, id) where deleted_at is null;
    create index products_vendor_updated on products (vendor_id, updated_at, id) where deleted_at is null;
    create index products_vendor_price on products (vendor_id, price_start, id) where deleted_at is null;
    -- what a row belongs to is named together with its vendor
    create unique index products_vendor_key on products (id, vendor_id);
    -- what changes its price or publication by time alone
    create index products_publication
      on products (published_at) where published_at is not null and deleted_at is null;
    -- lists of vendors read a page from an index instead of sorting everything that the vendor has
    create index products_vendor_search on products using gin (vendor_id, title gin_trgm_ops, slug gin_trgm_ops) where deleted_at is null;
    -- for the products that a change elsewhere concerns, chunk by chunk in the order of their ids
    create index products_brand_id on products (brand_id, id) where deleted_at is null;
    create index products_vendor_id on products (vendor_id, id) where deleted_at is null;
    -- the ratings of vendors, without reading the products themselves; those that nobody has rated are not in it
    create index products_rated on products (vendor_id) include (rating_count, rating_sum)
      where deleted_at is null and rating_count > 0;
    -- products that changed since the last reconcile of the search index
    create index products_updated on products (updated_at);

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
      product_id uuid not null,
      vendor_id uuid not null,
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
      gst_rate double precision check (gst_rate >= 0 and gst_rate <= 100),
      gst_exempt boolean not null default false,
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
      check (special_price_start < special_price_end),
      -- a variant is of its product's vendor: one look instead of two, at the product and at the vendor
      constraint products_variants_product_vendor_fkey
        foreign key (product_id, vendor_id) references products (id, vendor_id) on delete cascade
    );
    create index products_variants_product on products_variants (product_id, sort_order, id) where deleted_at is null;
    create unique index products_variants_sku_live on products_variants (vendor_id, sku)
      where deleted_at is null and sku is not null;
    create unique index products_variants_combination on products_variants (product_id, option_value_ids)
      where deleted_at is null and not detached and option_value_ids <> '{}';
    -- what a row belongs to is named together with its vendor
    create unique index products_variants_vendor_key on products_variants (id, vendor_id);
    -- what changes its price or publication by time alone
    create index products_variants_special_start
      on products_variants (special_price_start) where special_price_start is not null and deleted_at is null;
    create index products_variants_special_end
      on products_variants (special_price_end) where special_price_end is not null and deleted_at is null;
    -- lists of vendors read a page from an index instead of sorting everything that the vendor has
    create index products_variants_vendor_created on products_variants (vendor_id, created_at, id) where deleted_at is null;
    create index products_variants_vendor_sku on products_variants (vendor_id, sku, id) where deleted_at is null;
    create index products_variants_vendor_search on products_variants using gin (vendor_id, sku gin_trgm_ops) where deleted_at is null and sku is not null;

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
    -- for the products that a change elsewhere concerns, chunk by chunk in the order of their ids
    create index products_categories_category_product on products_categories (category_id, product_id);

    create table products_tags (
      product_id uuid not null references products (id) on delete cascade,
      tag_id uuid not null references taxonomy_tags (id),
      primary key (product_id, tag_id)
    );
    -- for the products that a change elsewhere concerns, chunk by chunk in the order of their ids
    create index products_tags_tag_product on products_tags (tag_id, product_id);

    create table products_ingredients (
      product_id uuid not null references products (id) on delete cascade,
      ingredient_id uuid not null references taxonomy_ingredients (id),
      primary key (product_id, ingredient_id)
    );
    -- for the products that a change elsewhere concerns, chunk by chunk in the order of their ids
    create index products_ingredients_ingredient_product on products_ingredients (ingredient_id, product_id);

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
    -- for the products that a change elsewhere concerns, chunk by chunk in the order of their ids
    create index products_attributes_attribute_product on products_attributes (attribute_id, product_id);
  `);
  await keepVersions(knex);
  await keepOffers(knex);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table products_attributes, products_ingredients,
      products_tags, products_categories, products_tabs, products_variants, products_option_values,
      products_options, products;
    drop function products_attributes_changed, products_offer_changed, products_offer_written, products_offer, products_values_changed, products_listed_changed, products_touch;
  `);
}

/** A row that moves to another product changes both. */
const changes = [
  { name: 'added', on: 'after insert', rows: 'new' },
  { name: 'changed', on: 'after update', rows: 'new' },
  { name: 'moved', on: 'after update', rows: 'old' },
  { name: 'removed', on: 'after delete', rows: 'old' },
];

const listed = {
  products_options: 'products_listed_changed',
  products_option_values: 'products_values_changed',
  products_tabs: 'products_listed_changed',
  products_categories: 'products_listed_changed',
  products_tags: 'products_listed_changed',
  products_ingredients: 'products_listed_changed',
};

/**
 * Makes the row of a product, by its `xmin`, the version of all that is listed under it (ADR 13): a process that has cached
 * the lists of a product sees by that one row whether they are current. Each statement does it once for all of its rows,
 * and what the same transaction has written is not written again, so that an import pays next to nothing.
 */
async function keepVersions(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A statement that writes what a product consists of calls this, one that writes a whole product several times. What
    -- it runs always has the same plan, and planning it each time takes longer than running it.
    create function products_touch(ids uuid[]) returns void language sql set plan_cache_mode = 'force_generic_plan' as $$
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

    -- What keeps unique values apart is not shown: setting it for all products of an attribute must not wait for their writers.
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
  for (const [table, touch] of Object.entries(listed))
    for (const { name, on, rows } of changes)
      await knex.raw(`create trigger ${table}_${name} ${on} on ${table}
        referencing ${rows} table as changed for each statement execute function ${touch}()`);
}

/**
 * Keeps with each product what its live variants amount to, so that a list filters and sorts by price on an index. The code
 * that writes variants need not know: triggers, one for each statement, see to it. They lock the products first, so that
 * two who change variants of one product count each other's. Rows that the same transaction wrote are its own.
 */
async function keepOffers(knex: Knex): Promise<void> {
  await knex.raw(`
    create function products_offer(ids uuid[]) returns void language plpgsql as $$
    begin
      perform from products where id = any(ids) and xmin <> pg_current_xact_id()::xid order by id for no key update;
      update products p set variant_count = offer.variant_count, price_start = offer.price_start, price_end = offer.price_end
      from (
        select wanted.id, count(v.id)::integer as variant_count, min(v.price) as price_start, max(v.price) as price_end
        from unnest(ids) as wanted(id) left join products_variants v on v.product_id = wanted.id and v.deleted_at is null
        group by wanted.id
      ) as offer
      where p.id = offer.id and (p.variant_count, p.price_start, p.price_end)
        is distinct from (offer.variant_count, offer.price_start, offer.price_end);
    end $$;

    create function products_offer_written() returns trigger language plpgsql as $$
    begin
      perform products_offer(array(select distinct product_id from changed));
      return null;
    end $$;

    create function products_offer_changed() returns trigger language plpgsql as $$
    begin
      perform products_offer(array(
        select distinct unnest(array[changed.product_id, earlier.product_id]) from changed join earlier using (id)
        where (changed.product_id, changed.price, changed.deleted_at)
          is distinct from (earlier.product_id, earlier.price, earlier.deleted_at)
      ));
      return null;
    end $$;

    create trigger products_variants_added after insert on products_variants
      referencing new table as changed for each statement execute function products_offer_written();
    create trigger products_variants_removed after delete on products_variants
      referencing old table as changed for each statement execute function products_offer_written();
    create trigger products_variants_changed after update on products_variants
      referencing old table as earlier new table as changed
      for each statement execute function products_offer_changed();
  `);
}
