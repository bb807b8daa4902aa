import type { Knex } from 'knex';

/**
 * A document carries a hash of its content, so that one that is read again without a change is not written again. The
 * version of a collection is raised by the table itself, whichever release writes to it; which documents a version
 * wrote is logged, so that those that keep matches in memory read only these anew. A page keeps room for the next
 * versions of its rows, which then need no new entries in the indexes.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table search_changes (
      collection text not null,
      version bigint not null,
      ids uuid[] not null,
      primary key (collection, version)
    );

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

    create or replace function search_drop_collection(name text) returns void language plpgsql as $$
    begin
      execute format('drop table if exists %1$I, %2$I', 'search_docs_' || name, 'search_words_' || name);
      delete from search_changes where collection = name;
    end $$;
  `);
  await define(knex, true);
  for (const table of await collectionTables(knex)) {
    await knex.raw(`alter table ?? add column content_hash uuid, add column hashed_at timestamptz`, [table]);
    await knex.raw(`alter table ?? set (fillfactor = ${FILL})`, [table]);
    await knex.raw(`create trigger search_version_raised ${RAISES} on ?? ${EACH}`, [table]);
  }
}

export async function down(knex: Knex): Promise<void> {
  await define(knex, false);
  for (const table of await collectionTables(knex)) {
    await knex.raw('drop trigger search_version_raised on ??', [table]);
    await knex.raw('alter table ?? reset (fillfactor)', [table]);
    await knex.raw('alter table ?? drop column content_hash, drop column hashed_at', [table]);
  }
  await knex.raw(`
    create or replace function search_drop_collection(name text) returns void language plpgsql as $$
    begin
      execute format('drop table if exists %1$I, %2$I', 'search_docs_' || name, 'search_words_' || name);
    end $$;
    drop function search_raise_version();
    drop table search_changes;
  `);
}

async function collectionTables(knex: Knex): Promise<string[]> {
  const { rows } = await knex.raw<{ rows: { table: string }[] }>(
    `select c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = current_schema() and c.relname like 'search\\_docs\\_%'`,
  );
  return rows.map(({ table }) => table);
}

const FILL = 60;
/** Everything but the instants at which an unchanged document was read: these show in no search. */
const RAISES = `after insert or delete or truncate or update of live, vendor_id, words, facets, filters, skus, price_min,
  price_max, in_stock, has_active_special, total_inventory, rating_average, rating_count, published_at, body, packed`;
const EACH = 'for each statement execute function search_raise_version()';

const TERMS =
  'alter column facets set storage main, alter column filters set storage main, alter column skus set storage main';
const columns = `,
          -- of everything but the instants at which it was read, and the read_at for which it holds
          content_hash uuid,
          hashed_at timestamptz`;
const trigger = `      execute format('create or replace trigger search_version_raised ${RAISES.replace(/\s+/g, ' ')} on %1$I ${EACH}', 'search_docs_' || name);\n`;
/** Without the instant, which moves whenever a product is read: an index on it would have every update write to all. */
const left = `(id) where not live', 'search_docs_' || name, 'search_docs_' || name || '_left'`;
const gone = `(read_at) where not live', 'search_docs_' || name, 'search_docs_' || name || '_gone'`;

async function define(knex: Knex, hashed: boolean): Promise<void> {
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
          body text not null,
          -- the fields above and the terms as one value, and the read_at for which it holds
          packed bytea,
          packed_at timestamptz${hashed ? columns : ''}
        ) with (toast_tuple_target = 512${hashed ? `, fillfactor = ${FILL}` : ''})
      $ddl$, 'search_docs_' || name);
      execute format('alter table %1$I alter column body set storage external, alter column words set storage main', 'search_docs_' || name);
      execute format('alter table %1$I ${TERMS}', 'search_docs_' || name);
      execute format('alter table %1$I alter column packed set storage main', 'search_docs_' || name);
      execute format('create index if not exists %2$I on %1$I using gin (words)', 'search_docs_' || name, 'search_docs_' || name || '_words');
      execute format('create index if not exists %2$I on %1$I using gin (facets)', 'search_docs_' || name, 'search_docs_' || name || '_facets');
      execute format('create index if not exists %2$I on %1$I using gin (filters)', 'search_docs_' || name, 'search_docs_' || name || '_filters');
      execute format('create index if not exists %2$I on %1$I using gin (skus)', 'search_docs_' || name, 'search_docs_' || name || '_skus');
      execute format('create index if not exists %2$I on %1$I (vendor_id, id)', 'search_docs_' || name, 'search_docs_' || name || '_vendor');
      execute format('create index if not exists %2$I on %1$I ${hashed ? left : gone});
      execute format('create table if not exists %1$I (word text collate "C" primary key)', 'search_words_' || name);
      execute format('create index if not exists %2$I on %1$I using gin (word gin_trgm_ops)', 'search_words_' || name, 'search_words_' || name || '_trigrams');
${hashed ? trigger : ''}    end $$;
  `);
}
