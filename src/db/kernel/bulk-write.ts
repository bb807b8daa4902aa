import { execute } from './query.js';
import { snakeCase } from './case-mapping.js';
import type { Tx } from './unit-of-work.js';

export interface BulkTable<Row> {
  name: string;
  /** The columns that are written, in camelCase; every row has them all, because a missing one is null, not its default. */
  columns: readonly (keyof Row & string)[];
}

/**
 * Writes many rows in one statement with one parameter: a JSON document that the database reads as rows of the table.
 * However many they are, the statement stays the same. Returns how many rows were written.
 */
export async function insertRows<Row extends object>(
  tx: Tx,
  table: BulkTable<Row>,
  rows: readonly Row[],
): Promise<number> {
  return rows.length === 0 ? 0 : write(tx, insertStatement(table), table, rows);
}

/**
 * Rows of several tables in one statement. They may refer to each other: that is checked when all of them are there.
 * @param parts a table with its rows, in any order; tables without rows are left out
 */
export async function insertTogether(
  tx: Tx,
  parts: readonly { table: { name: string; columns: readonly string[] }; rows: readonly object[] }[],
): Promise<void> {
  const filled = parts.filter(({ rows }) => rows.length > 0);
  if (filled.length === 0) return;
  const inserts = filled.map(({ table }, index) => `part_${index} as (${insertStatement(table)})`);
  const bindings = filled.map(({ table, rows }) => documentsOf(table, rows));
  await tx.raw(`with ${inserts.join(', ')} select`, bindings);
}

/** The same, leaving out rows that any unique index refuses. */
export async function insertMissingRows<Row extends object>(
  tx: Tx,
  table: BulkTable<Row>,
  rows: readonly Row[],
): Promise<number> {
  return rows.length === 0 ? 0 : write(tx, `${insertStatement(table)} on conflict do nothing`, table, rows);
}

/** Sets the columns of the table in rows that are there, found by `id`. */
export async function updateRows<Row extends { id: string }>(
  tx: Tx,
  table: BulkTable<Row>,
  rows: readonly Row[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const { name, columns } = table;
  const set = columns
    .filter((column) => column !== 'id')
    .map((column) => `${quoted(column)} = given.${quoted(column)}`)
    .join(', ');
  const sql = `update ${name} as target set ${set} from jsonb_populate_recordset(null::${name}, ?::jsonb) as given
    where target.id = given.id`;
  return write(tx, sql, table, rows);
}

function quoted(column: string): string {
  return `"${snakeCase(column)}"`;
}

function insertStatement({ name, columns }: { name: string; columns: readonly string[] }): string {
  const list = columns.map(quoted).join(', ');
  return `insert into ${name} (${list}) select ${list} from jsonb_populate_recordset(null::${name}, ?::jsonb)`;
}

async function write<Row extends object>(
  tx: Tx,
  sql: string,
  table: BulkTable<Row>,
  rows: readonly Row[],
): Promise<number> {
  return execute(tx, sql, [documentsOf(table, rows)]);
}

/** The rows as the JSON document that the statement reads, by the names of the columns. */
function documentsOf({ columns }: { columns: readonly string[] }, rows: readonly object[]): string {
  const names = columns.map((column) => [column, snakeCase(column)] as const);
  return JSON.stringify(
    rows.map((row) => {
      const document: Record<string, unknown> = {};
      for (const [column, name] of names) document[name] = (row as Record<string, unknown>)[column];
      return document;
    }),
  );
}
