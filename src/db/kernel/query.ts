import type { Columns, RowOf } from '#domain/_shared/columns.js';
import { checkRows, type Field } from './check-rows.js';
import { checksRows, type Knex } from './knex.js';
import type { Reader } from './unit-of-work.js';

interface Result {
  rows: object[];
  rowCount: number;
  fields: Field[];
}

/** Values for the placeholders: in their order, or by name. The driver writes each as Postgres reads its type. */
export type Bindings = readonly unknown[] | Readonly<Record<string, unknown>>;

/**
 * The rows of a statement, described by `columns`: their type is that of the description. Outside of production the description is
 * held against what the database returns, and a difference throws.
 * @param columns exactly those that the statement selects, by their names in code
 */
export async function query<C extends Columns>(
  reader: Reader,
  columns: C,
  sql: string,
  bindings: Bindings = [],
): Promise<RowOf<C>[]> {
  const { rows, fields } = await reader.raw<Result>(sql, bindings as Knex.RawBinding[]);
  if (checksRows(reader)) checkRows(sql, columns, fields, rows);
  return rows as RowOf<C>[];
}

/** Runs a statement for what it changes. Returns the number of rows. */
export async function execute(reader: Reader, sql: string, bindings: Bindings = []): Promise<number> {
  const { rowCount } = await reader.raw<Result>(sql, bindings as Knex.RawBinding[]);
  return rowCount;
}
