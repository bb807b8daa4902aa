import { type Columns, namesOf, type RowOf } from '#domain/_shared/columns.js';
import { camelCase, snakeCase } from './case-mapping.js';
import { isoSql } from './json-sql.js';

/**
 * The columns of a row as members of a JSON document, for a `select` whose rows are made into JSON: names as in code,
 * instants as the API writes them.
 */
export function jsonColumns(alias: string, columns: Columns): string {
  return Object.entries(columns)
    .map(([name, { kind }]) => {
      const column = `${alias}.${snakeCase(name)}`;
      return `${kind === 'instant' ? isoSql(column) : column} as "${name}"`;
    })
    .join(', ');
}

/** Reads rows that the database wrote as JSON documents, `to_jsonb(row)`: names as in code, instants as dates. */
export function jsonRowReader<C extends Columns>(
  columns: C,
): <Row extends RowOf<C>>(document: object) => Row {
  const instants = new Set(namesOf(columns).filter((name) => columns[name]?.kind === 'instant'));
  return <Row extends RowOf<C>>(document: object) => {
    const row: Record<string, unknown> = {};
    for (const [column, value] of Object.entries(document)) {
      const name = camelCase(column);
      row[name] = typeof value === 'string' && instants.has(name) ? new Date(value) : value;
    }
    return row as Row;
  };
}
