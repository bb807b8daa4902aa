import type { Knex } from 'knex';

/** The search index: what is to be indexed, the collections of the embedded engine, runs, synonyms and queries. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table search_products (
      -- no foreign key, because a product that is gone still has to leave the index
      product_id uuid primary key,
      requested_rev bigint not null default 1,
      done_rev bigint not null default 0,
      requested_at timestamptz not null default now(),
      done_at timestamptz,
      due_at timestamptz,
      retry_at timestamptz,
      leased_until timestamptz,
      lease_id uuid,
      attempts integer not null default 0,
      last_error text,
      -- what others changed of the product and nobody is in a hurry to see
      touched_at timestamptz,
      -- whether the index has a document, and whether that says "in stock"
      listed boolean not null default false,
      in_stock boolean not null default false
    );
    create index search_products_pending on search_products (greatest(requested_at, retry_at, leased_until))
      where requested_rev > done_rev;
    create index search_products_due on search_products (due_at) where due_at is not null;
    create index search_products_touched on search_products (product_id) where touched_at > done_at;
    create index search_products_failing on search_products (product_id) where last_error is not null;

    create table search_collections (
      engine text not null check (engine in ('embedded', 'typesense')),
      name text not null,
      version integer not null check (version > 0),
      state text not null check (state in ('building', 'live', 'former')),
      created_at timestamptz not null default now(),
      retired_at timestamptz,
      primary key (engine, name)
    );
    create unique index search_collections_live on search_collections (engine) where state = 'live';

    create table search_runs (
      id uuid primary key,
      -- null for all vendors
      vendor_id uuid references vendors (id),
      batch_size integer not null check (batch_size between 1 and 2000),
      state text not null default 'pending' check (state in ('pending', 'running', 'completed', 'failed', 'cancelled')),
      -- the collection that goes live when the run is completed
      builds text,
      cursor uuid,
      indexed bigint not null default 0,
      failed bigint not null default 0,
      total bigint not null default 0,
      error text,
      actor jsonb not null,
      started_at timestamptz,
      finished_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create unique index search_runs_open on search_runs (coalesce(vendor_id, '00000000-0000-0000-0000-000000000000'::uuid))
      where state in ('pending', 'running');
    create index search_runs_vendor on search_runs (vendor_id);
    create index search_runs_created on search_runs (created_at desc, id desc);

    create table search_synonyms (
      id uuid primary key default uuidv7(),
      root text,
      words text[] not null,
      -- root and words as they are compared
      folded text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create unique index search_synonyms_once on search_synonyms (folded);
    create index search_synonyms_created on search_synonyms (created_at desc, id desc);

    create table search_queries (
      day date not null,
      query text not null,
      searches bigint not null default 0,
      zero_results bigint not null default 0,
      primary key (day, query)
    );
    create index search_queries_frequent on search_queries (day, searches desc);
  `);
  await createEmbeddedEngine(knex);
}

/**
 * The embedded engine. Terms are what documents are filtered by and counted under, as small numbers; a collection is two
 * tables, made by a function, because new versions are created while the platform runs.
 */
async function createEmbeddedEngine(knex: Knex): Promise<void> {
  await knex.raw(`
    create table search_terms (
      id integer generated always as identity primary key,
      kind text collate "C" not null check (kind in ('brand', 'category', 'tag', 'ingredient', 'vendor', 'attribute')),
      -- the slug of an entry, the code of an attribute
      slug text collate "C" not null,
      ref text collate "C" not null default '',
      label text collate "C" not null default '',
      -- the words of a brand name, for suggestions
      words tsvector,
      created_at timestamptz not null default now()
    );
    create unique index search_terms_once on search_terms (kind, slug, label, ref);
    create index search_terms_words on search_terms using gin (words) where words is not null;

    create table search_aliases (
      name text primary key,
      collection text not null
    );

    create function search_create_collection(name text) returns void language plpgsql as $$
    begin
      execute format($ddl$
        create table if not exists %1$I (
          id uuid primary key,
          -- when the product was read: an older document never replaces a newer one
          read_at timestamptz not null,
          -- false where the product left: kept for a while, so that a late writer cannot bring it back
          live boolean not null,
          vendor_id uuid,
          words tsvector not null,
          facets integer[] not null,
          filters integer[] not null,
          skus text[] not null,
          price_min integer not null,
          price_max integer not null,
          in_stock boolean not null,
          has_active_special boolean not null,
          total_inventory integer not null,
          rating_average double precision not null,
          rating_count integer not null,
          published_at bigint not null,
          body text not null
        ) with (toast_tuple_target = 512)
      $ddl$, 'search_docs_' || name);
      execute format('alter table %1$I alter column body set storage external, alter column words set storage main', 'search_docs_' || name);
      execute format('create index if not exists %2$I on %1$I using gin (words)', 'search_docs_' || name, 'search_docs_' || name || '_words');
      execute format('create index if not exists %2$I on %1$I using gin (facets)', 'search_docs_' || name, 'search_docs_' || name || '_facets');
      execute format('create index if not exists %2$I on %1$I using gin (filters)', 'search_docs_' || name, 'search_docs_' || name || '_filters');
      execute format('create index if not exists %2$I on %1$I using gin (skus)', 'search_docs_' || name, 'search_docs_' || name || '_skus');
      execute format('create index if not exists %2$I on %1$I (vendor_id, id)', 'search_docs_' || name, 'search_docs_' || name || '_vendor');
      execute format('create index if not exists %2$I on %1$I (read_at) where not live', 'search_docs_' || name, 'search_docs_' || name || '_gone');
      execute format('create table if not exists %1$I (word text collate "C" primary key)', 'search_words_' || name);
      execute format('create index if not exists %2$I on %1$I using gin (word gin_trgm_ops)', 'search_words_' || name, 'search_words_' || name || '_trigrams');
    end $$;

    create function search_drop_collection(name text) returns void language plpgsql as $$
    begin
      execute format('drop table if exists %1$I, %2$I', 'search_docs_' || name, 'search_words_' || name);
    end $$;

    select search_create_collection('products_v1');
    insert into search_aliases (name, collection) values ('products', 'products_v1');
    insert into search_collections (engine, name, version, state) values ('embedded', 'products_v1', 1, 'live');
  `);
}

export async function down(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(
    `select name from search_collections where engine = 'embedded'`,
  );
  for (const { name } of rows) await knex.raw('select search_drop_collection(?)', [name]);
  await knex.raw(`
    drop function search_drop_collection(text);
    drop function search_create_collection(text);
    drop table search_aliases, search_terms, search_queries, search_synonyms, search_runs, search_collections, search_products;
  `);
}
