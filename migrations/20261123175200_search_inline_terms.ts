import type { Knex } from 'knex';

/**
 * Terms and SKUs stay in the row: every search reads the terms of all its matches, and from the toast table that is
 * most of its time. Documents that are there move in as they are written again; a reindex moves all of them.
 */
export async function up(knex: Knex): Promise<void> {
  await define(knex, 'main');
}

export async function down(knex: Knex): Promise<void> {
  await define(knex, 'extended');
}

type Storage = 'main' | 'extended';

const columns = ['facets', 'filters', 'skus'];
const stored = (storage: Storage) =>
  columns.map((column) => `alter column ${column} set storage ${storage}`).join(', ');

async function define(knex: Knex, storage: Storage): Promise<void> {
  // Not of the way down: what it puts back is the function as it was written before, to the letter.
  const inline =
    storage === 'main'
      ? `      execute format('alter table %1$I ${stored(storage)}', 'search_docs_' || name);\n`
      : '';
  await knex.raw(`
    create or replace function search_create_collection(name text) returns void language plpgsql as $$
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
${inline}      execute format('create index if not exists %2$I on %1$I using gin (words)', 'search_docs_' || name, 'search_docs_' || name || '_words');
      execute format('create index if not exists %2$I on %1$I using gin (facets)', 'search_docs_' || name, 'search_docs_' || name || '_facets');
      execute format('create index if not exists %2$I on %1$I using gin (filters)', 'search_docs_' || name, 'search_docs_' || name || '_filters');
      execute format('create index if not exists %2$I on %1$I using gin (skus)', 'search_docs_' || name, 'search_docs_' || name || '_skus');
      execute format('create index if not exists %2$I on %1$I (vendor_id, id)', 'search_docs_' || name, 'search_docs_' || name || '_vendor');
      execute format('create index if not exists %2$I on %1$I (read_at) where not live', 'search_docs_' || name, 'search_docs_' || name || '_gone');
      execute format('create table if not exists %1$I (word text collate "C" primary key)', 'search_words_' || name);
      execute format('create index if not exists %2$I on %1$I using gin (word gin_trgm_ops)', 'search_words_' || name, 'search_words_' || name || '_trigrams');
    end $$;
  `);
  const { rows } = await knex.raw<{ rows: { table: string }[] }>(
    `select c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = current_schema() and c.relname like 'search\\_docs\\_%'`,
  );
  for (const { table } of rows) await knex.raw(`alter table ?? ${stored(storage)}`, [table]);
}
