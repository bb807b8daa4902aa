import type { Knex } from 'knex';

/**
 * The search index: what is to be indexed, runs, synonyms and queries; and the embedded engine. Its terms are what
 * documents are filtered by and counted under, as small numbers. A collection is two tables, made by a function,
 * because new versions are created while the platform runs.
 */
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
      in_stock boolean not null default false,
      -- orders of the last 90 days, in logarithmic steps
      popularity smallint not null default 0 check (popularity between 0 and 10)
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
      retired_at timestamptz,
      -- since when the reconcile has compared every product that changed with its watermark
      reconciled_at timestamptz,
      created_at timestamptz not null default now(),
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

    -- what operators decide for the result of a text, of a category, or of a text within a category
    create table search_rules (
      id uuid primary key default uuidv7(),
      query text,
      -- the text as it is looked up: folded words by their stems
      query_key text not null default '',
      category_id uuid references taxonomy_categories (id) on delete cascade,
      -- [{ productId, position }], [productId], [{ kind, id | days, strength }]
      pins jsonb not null default '[]' check (jsonb_typeof(pins) = 'array'),
      buried jsonb not null default '[]' check (jsonb_typeof(buried) = 'array'),
      boosts jsonb not null default '[]' check (jsonb_typeof(boosts) = 'array'),
      redirect text,
      active_from timestamptz,
      active_until timestamptz,
      created_by text not null,
      updated_by text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check (query_key <> '' or category_id is not null),
      check ((query is null) = (query_key = '')),
      check (active_until > active_from)
    );
    -- of several for the same, the one that became active last is in effect
    create unique index search_rules_once on search_rules (query_key, category_id, active_from) nulls not distinct;
    create index search_rules_category on search_rules (category_id);
    create index search_rules_updated on search_rules (updated_at desc, id desc);

    create table search_queries (
      day date not null,
      query text not null,
      searches bigint not null default 0,
      zero_results bigint not null default 0,
      -- products that were opened, put into a cart and ordered from a list of this search
      clicks bigint not null default 0,
      carts bigint not null default 0,
      orders bigint not null default 0,
      primary key (day, query)
    );
    create index search_queries_frequent on search_queries (day, searches desc);
  `);
  await createEmbeddedEngine(knex);
}

export async function down(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(
    `select name from search_collections where engine = 'embedded'`,
  );
  for (const { name } of rows) await knex.raw('select search_drop_collection(?)', [name]);
  await knex.raw(`
    drop table search_changes, search_versions, search_aliases, search_terms, search_queries, search_rules, search_synonyms,
      search_runs, search_collections, search_products;
    drop function search_raise_version, search_drop_collection, search_create_collection;
  `);
}

/** Everything but the instants at which an unchanged document was read: these show in no search. */
const RAISES =
  'after insert or delete or truncate or update of live, vendor_id, words, facets, filters, skus, price_min, ' +
  'price_max, in_stock, has_active_special, total_inventory, popularity, rating_average, rating_count, published_at, body, packed';

/** Every search reads the terms of all its matches, and from the toast table that is most of its time. */
const INLINE = ['facets', 'filters', 'skus']
  .map((column) => `alter column ${column} set storage main`)
  .join(', ');

/**
 * What searching needs of a document is kept in one value beside it (`packed`), and a hash of its content, so that a document
 * that is read again without a change is not written again. A page keeps room for the next versions of its rows, which then
 * need no new entries in the indexes; so there is no index on the instant at which a product was read, which moves with
 * every update. The table itself raises the version of its collection.
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
      -- the words of the name of a brand or category, for suggestions
      words tsvector,
      created_at timestamptz not null default now()
    );
    create unique index search_terms_once on search_terms (kind, slug, label, ref);
    create index search_terms_words on search_terms using gin (words) where words is not null;

    create table search_aliases (
      name text primary key,
      collection text not null
    );

    -- How often each collection was written, so that processes know how long what they have read of it holds.
    create table search_versions (
      collection text primary key,
      version bigint not null
    );

    -- Which documents a version wrote: processes that keep matches in memory read only these anew.
    create table search_changes (
      collection text not null,
      version bigint not null,
      ids uuid[] not null,
      primary key (collection, version)
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
          popularity smallint not null default 0,
          rating_average double precision not null,
          rating_count integer not null,
          published_at bigint not null,
          body text not null,
          -- the fields above and the terms as one value, and the read_at for which it holds
          packed bytea,
          packed_at timestamptz,
          -- of everything but the instants at which it was read, and the read_at for which it holds
          content_hash uuid,
          hashed_at timestamptz
        ) with (toast_tuple_target = 512, fillfactor = 60)
      $ddl$, 'search_docs_' || name);
      execute format('alter table %1$I alter column body set storage external, alter column words set storage main', 'search_docs_' || name);
      execute format('alter table %1$I ${INLINE}', 'search_docs_' || name);
      execute format('alter table %1$I alter column packed set storage main', 'search_docs_' || name);
      execute format('create index if not exists %2$I on %1$I using gin (words) with (gin_pending_list_limit = 64)', 'search_docs_' || name, 'search_docs_' || name || '_words');
      execute format('create index if not exists %2$I on %1$I using gin (facets)', 'search_docs_' || name, 'search_docs_' || name || '_facets');
      execute format('create index if not exists %2$I on %1$I using gin (filters)', 'search_docs_' || name, 'search_docs_' || name || '_filters');
      execute format('create index if not exists %2$I on %1$I using gin (skus)', 'search_docs_' || name, 'search_docs_' || name || '_skus');
      execute format('create index if not exists %2$I on %1$I (vendor_id, id)', 'search_docs_' || name, 'search_docs_' || name || '_vendor');
      execute format('create index if not exists %2$I on %1$I (id) where not live', 'search_docs_' || name, 'search_docs_' || name || '_left');
      execute format('create table if not exists %1$I (word text collate "C" primary key, sound text collate "C", loose text collate "C")', 'search_words_' || name);
      execute format('create index if not exists %2$I on %1$I using gin (word gin_trgm_ops)', 'search_words_' || name, 'search_words_' || name || '_trigrams');
      execute format('create index if not exists %2$I on %1$I (sound)', 'search_words_' || name, 'search_words_' || name || '_sounds');
      execute format('create index if not exists %2$I on %1$I (loose)', 'search_words_' || name, 'search_words_' || name || '_loose');
      execute format('create or replace trigger search_version_raised ${RAISES} on %1$I for each statement execute function search_raise_version()', 'search_docs_' || name);
    end $$;

    create function search_drop_collection(name text) returns void language plpgsql as $$
    begin
      execute format('drop table if exists %1$I, %2$I', 'search_docs_' || name, 'search_words_' || name);
      delete from search_changes where collection = name;
    end $$;

    -- Once for each transaction: an upsert is an insert and an update. The row stays locked until the commit, so that
    -- a version that can be read is followed by later ones only.
    create function search_raise_version() returns trigger language plpgsql as $$
    declare
      written text := substr(tg_table_name, length('search_docs_') + 1);
      raised text := 'search_raised.' || written;
    begin
      if coalesce(current_setting(raised, true), '') = '' then
        insert into search_versions as known (collection, version) values (written, 1)
        on conflict on constraint search_versions_pkey do update set version = known.version + 1;
        perform set_config(raised, 'yes', true);
      end if;
      return null;
    end $$;
  `);
}
