import { expect } from '@jest/globals';
import type { TestPlatform } from '../_support/platform.js';

type Database = Pick<TestPlatform, 'container'>;

/**
 * Triggers on every table that write its name down: reading all rows of all tables around each request costs more than
 * the request, and ever more with each table. An update that leaves a row as it was is no change. The names are rows of
 * a table, so that a transaction that is rolled back takes its own with it. Searched texts are counted seconds behind their
 * requests, so that a change there is of an earlier one.
 */
const triggers = `
  create unlogged table test_changes (name text not null);
  create function test_note_change() returns trigger language plpgsql as $$
    begin insert into public.test_changes values (tg_table_name); return null; end $$;
  do $$
  declare target regclass;
  begin
    for target in
      select oid from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname not in ('test_changes', 'search_queries')
    loop
      execute format('create trigger test_rows after insert or delete on %s
        for each row execute function test_note_change()', target);
      execute format('create trigger test_updates after update on %s
        for each row when (old.* is distinct from new.*) execute function test_note_change()', target);
      execute format('create trigger test_truncate after truncate on %s
        for each statement execute function test_note_change()', target);
    end loop;
  end $$`;

/** Has the changes of a test database written down from now on; once for each database. */
export async function recordChanges({ container: { knex } }: Database): Promise<void> {
  await knex.raw(triggers);
}

async function takeChanges({ container: { knex } }: Database): Promise<string[]> {
  const { rows } = await knex.raw<{ rows: { name: string }[] }>('delete from test_changes returning name');
  return [...new Set(rows.map(({ name }) => name))].sort();
}

/** Runs a step and holds that no row of any table has changed meanwhile. */
export async function changesNothing(database: Database, step: () => Promise<void>): Promise<void> {
  await takeChanges(database);
  await step();
  expect({ changedTables: await takeChanges(database) }).toEqual({ changedTables: [] });
}
