import type { Knex } from 'knex';
import type { Columns, RowOf } from '#domain/_shared/columns.js';
import { checkRows, checksRows, type Field } from './check-rows.js';

interface Result {
  rows: object[];
  rowCount: number;
  fields: Field[];
}

/** Values for the placeholders: in their order, or by name. The driver writes each as Postgres reads its type. */
export type Bindings = readonly unknown[] | Readonly<Record<string, unknown>>;

/** The pool, or a transaction. */
type Source = Pick<Knex, 'raw'>;

interface Options {
  /** Has each connection plan it once, under this name. */
  name?: string;
  /** Whether one plan serves every page of the list that it is. */
  anyPage?: boolean;
}

/**
 * The rows of a statement, described by `columns`: their type is that of the description. Outside of production the description is
 * held against what the database returns, and a difference throws.
 * @example const rows = await query(tx, { id: uuid, endsAt: nullable(instant) })('select id, ends_at from discounts')
 * @param columns exactly those that the statement selects, by their names in code
 */
export function query<C extends Columns>(reader: Source, columns: C) {
  return async (sql: string, bindings: Bindings = [], options?: Options): Promise<RowOf<C>[]> => {
    const statement = reader.raw<Result>(sql, bindings as Knex.RawBinding[]);
    const { rows, fields } = await (options ? statement.options({ ...options }) : statement);
    if (checksRows(reader)) checkRows(sql, columns, fields, rows);
    return rows as RowOf<C>[];
  };
}

/** Runs a statement for what it changes. Returns the number of rows. */
export async function execute(reader: Source, sql: string, bindings: Bindings = []): Promise<number> {
  const { rowCount } = await reader.raw<Result>(sql, bindings as Knex.RawBinding[]);
  return rowCount;
}
