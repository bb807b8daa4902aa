import type { Knex } from 'knex';

/**
 * What searching needs of a document is kept in one value beside it, and each collection counts how often it was
 * written, so that processes know how long what they have read of it holds. Documents that are there get the value as
 * they are written again; a reindex gives it to all of them. Until then the database searches as before.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table search_versions (
      collection text primary key,
      version bigint not null
    )
  `);
  await define(knex, true);
  for (const table of await collectionTables(knex))
    await knex.raw(
      `alter table ?? add column packed bytea, add column packed_at timestamptz, alter column packed set storage main`,
      [table],
    );
}

export async function down(knex: Knex): Promise<void> {
  await define(knex, false);
  for (const table of await collectionTables(knex))
    await knex.raw('alter table ?? drop column packed, drop column packed_at', [table]);
  await knex.raw('drop table search_versions');
}

async function collectionTables(knex: Knex): Promise<string[]> {
  const { rows } = await knex.raw<{ rows: { table: string }[] }>(
    `select c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = current_schema() and c.relname like 'search\\_docs\\_%'`,
  );
  return rows.map(({ table }) => table);
}

const TERMS =
  'alter column facets set storage main, alter column filters set storage main, alter column skus set storage main';
const columns = `,
          -- the fields above and the terms as one value, and the read_at for which it holds
          packed bytea,
          packed_at timestamptz`;
const storage = `      execute format('alter table %1$I alter column packed set storage main', 'search_docs_' || name);\n`;

async function define(knex: Knex, packed: boolean): Promise<void> {
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
          body text not null${packed ? columns : ''}
        ) with (toast_tuple_target = 512)
      $ddl$, 'search_docs_' || name);
      execute format('alter table %1$I alter column body set storage external, alter column words set storage main', 'search_docs_' || name);
      execute format('alter table %1$I ${TERMS}', 'search_docs_' || name);
${packed ? storage : ''}      execute format('create index if not exists %2$I on %1$I using gin (words)', 'search_docs_' || name, 'search_docs_' || name || '_words');
      execute format('create index if not exists %2$I on %1$I using gin (facets)', 'search_docs_' || name, 'search_docs_' || name || '_facets');
      execute format('create index if not exists %2$I on %1$I using gin (filters)', 'search_docs_' || name, 'search_docs_' || name || '_filters');
      execute format('create index if not exists %2$I on %1$I using gin (skus)', 'search_docs_' || name, 'search_docs_' || name || '_skus');
      execute format('create index if not exists %2$I on %1$I (vendor_id, id)', 'search_docs_' || name, 'search_docs_' || name || '_vendor');
      execute format('create index if not exists %2$I on %1$I (read_at) where not live', 'search_docs_' || name, 'search_docs_' || name || '_gone');
      execute format('create table if not exists %1$I (word text collate "C" primary key)', 'search_words_' || name);
      execute format('create index if not exists %2$I on %1$I using gin (word gin_trgm_ops)', 'search_words_' || name, 'search_words_' || name || '_trigrams');
    end $$;
  `);
}
