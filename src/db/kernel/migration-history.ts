import { boolean, nullable, text } from '#domain/_shared/columns.js';
import { query } from './query.js';
import type { Knex } from 'knex';
import { hashOfStatements, type Statement } from './migration-statements.js';

/** The migrations of the platform, or those of a plugin, as this code has them. */
export interface MigrationList {
  /** Where the library records which of them have run. */
  table: string;
  /** Put before a name in what is said; empty for the platform's own. */
  prefix: string;
  names: readonly string[];
  statements(name: string): Promise<Statement[]>;
}

const WAY_OUT =
  'Nothing was changed. Start the version that made this database, or create an empty database for DATABASE_URL ' +
  '(the local one: `npm run backup` keeps a copy, then remove the folder `.data`) and run `npm run migrate`.';

async function hasTable(knex: Knex, table: string): Promise<boolean> {
  const rows = await query(knex, { there: boolean })('select to_regclass(?) is not null as there', [table]);
  return rows[0]?.there === true;
}

/** The migrations that have run on this database with the hashes stored for them, those of other versions included. */
export async function readHistory(knex: Knex, table: string): Promise<Map<string, string | null>> {
  if (!(await hasTable(knex, table))) return new Map();
  // A database of before the hashes has no such column.
  const rows = await query(knex, { name: text, hash: nullable(text) })(
    `select t.name, to_jsonb(t) ->> 'hash' as hash from ?? t order by t.id`,
    [table],
  );
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

/**
 * Compares what has run on a database with what this code would have run.
 * @throws Error, one sentence with the way out, before anything was changed
 */
export async function assertHistoryAgrees(knex: Knex, list: MigrationList): Promise<void> {
  const history = await readHistory(knex, list.table);
  const known = new Set(list.names);
  const last = list.names.at(-1) ?? '';
  const isBehind = list.names.some((name) => !history.has(name));
  // A newer version has run more, and behind all of ours: that is how its database looks from the former image.
  const unknown = [...history.keys()].find((name) => !known.has(name) && (isBehind || name < last));
  if (unknown !== undefined)
    throw new Error(
      `The migration ${list.prefix}${unknown} has run on this database, and this code does not know it. ${WAY_OUT}`,
    );
  const withoutHash: string[] = [];
  for (const [name, hash] of history) {
    if (!known.has(name)) continue;
    if (hash === null) withoutHash.push(name);
    else if (hash !== hashOfStatements(await list.statements(name)))
      throw new Error(
        `The migration ${list.prefix}${name} ran on this database with other statements than this code has. ${WAY_OUT}`,
      );
  }
  if (withoutHash.length === 0) return;
  const missing = await missingColumn(knex, {
    ...list,
    names: [...history.keys()].filter((name) => known.has(name)),
  });
  if (missing !== undefined)
    throw new Error(
      `The migrations of this database have other statements than this code has: ${missing} is missing. ${WAY_OUT}`,
    );
}

/** Stores the hash of every migration that has run and has none yet. */
export async function storeHashes(knex: Knex, list: MigrationList): Promise<void> {
  const history = await readHistory(knex, list.table);
  const due = list.names.filter((name) => history.get(name) === null);
  if (due.length === 0) return;
  await knex.raw('alter table ?? add column if not exists hash text', [list.table]);
  for (const name of due)
    await knex(list.table)
      .where({ name })
      .update({ hash: hashOfStatements(await list.statements(name)) });
}

const SCRATCH = 'haat_migration_check';

/**
 * For a database of before the hashes, or one whose `migrate` was killed before it stored them: a column that its migrations make and
 * it does not have. They are run in a scratch schema, in a transaction that is rolled back.
 */
async function missingColumn(knex: Knex, list: MigrationList): Promise<string | undefined> {
  const transaction = await knex.transaction();
  try {
    const schemas = await query(transaction, { name: text })('select current_schema() as name');
    const schema = schemas[0]?.name ?? 'public';
    await transaction.raw('create schema ??', [SCRATCH]);
    await transaction.raw('set local search_path = ??, ??', [SCRATCH, schema]);
    for (const name of list.names)
      for (const { sql, bindings } of await list.statements(name))
        await transaction.raw(...inTransaction(sql, bindings));
    const rows = await query(transaction, { place: text })(
      `select c.relname || coalesce('.' || a.attname, '') as place
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = ?::regnamespace and c.relkind in ('r', 'p')
         and not exists (
           select from pg_class o join pg_attribute b on b.attrelid = o.oid and b.attnum > 0 and not b.attisdropped
           where o.relnamespace = ?::regnamespace and o.relname = c.relname and b.attname = a.attname
             and split_part(format_type(b.atttypid, b.atttypmod), '.', -1)
               = split_part(format_type(a.atttypid, a.atttypmod), '.', -1))
       order by c.relname, a.attnum limit 1`,
      [SCRATCH, schema],
    );
    return rows[0]?.place;
  } finally {
    await transaction.rollback();
  }
}

/**
 * What is built beside running statements is built at once where nothing is stored. A statement with values was recorded as it is sent,
 * with `$1`: the library wants its question marks back.
 */
function inTransaction(
  recorded: string,
  bindings: readonly Knex.RawBinding[],
): [string, readonly Knex.RawBinding[]] {
  const sql = recorded.replaceAll(/\b(index|unique)\s+concurrently\b/gi, '$1');
  if (bindings.length === 0) return [sql, bindings];
  return [sql.replaceAll('?', '\\?').replaceAll(/\$\d+/g, '?'), bindings];
}
