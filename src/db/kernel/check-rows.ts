import type { Column, ColumnKind, Columns } from '#domain/_shared/columns.js';
import { camelCase } from './case-mapping.js';

/** A column of a result, as the driver describes it (RowDescription). */
export interface Field {
  name: string;
  dataTypeID: number;
}

/** What a value is in code. */
type Parsed =
  | 'string'
  | 'number'
  | 'boolean'
  | 'Date'
  | 'string[]'
  | 'number[]'
  | 'Buffer'
  | 'json'
  | 'other';

const parsedKinds: Record<ColumnKind, Parsed> = {
  uuid: 'string',
  text: 'string',
  day: 'string',
  decimal: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  instant: 'Date',
  uuids: 'string[]',
  texts: 'string[]',
  integers: 'number[]',
  bytes: 'Buffer',
  json: 'json',
};

/**
 * What the parsers of the connection make of a type (`value-parsers.ts`), by its id in `pg_type`; of types that are not
 * listed they leave the text.
 */
const parsedTypes = new Map<number, Parsed>([
  ...ids('boolean', 16),
  ...ids('Buffer', 17),
  ...ids('number', 20, 21, 23, 26, 700, 701),
  ...ids('json', 114, 3802, 199, 3807),
  ...ids('number[]', 1005, 1007, 1016, 1021, 1022, 1231),
  ...ids('string[]', 1009, 1015, 2951),
  ...ids('Date', 1114, 1184),
  // Instants, intervals and points, which no column describes as such.
  ...ids('other', 1000, 1115, 1182, 1185, 1186, 600, 718),
]);

function ids(parsed: Parsed, ...types: number[]): (readonly [number, Parsed])[] {
  return types.map((type) => [type, parsed]);
}

/** Whether rows that come by this connection are held against their columns: the pool was opened with `guard`. */
export function checksRows(reader: object): boolean {
  return (reader as { client?: { config: { checkRows?: boolean } } }).client?.config.checkRows === true;
}

/** Statements whose columns are right, with the description that they were held against. */
const checked = new WeakMap<Columns, Set<string>>();
const MAX_STATEMENTS = 1_000;

/**
 * Holds the rows of a statement against the columns that describe them: names and types once for each text of a statement, nulls and
 * described JSON in each row.
 * @throws Error that names the statement and each difference
 */
export function checkRows(
  sql: string,
  columns: Columns,
  fields: readonly Field[],
  rows: readonly object[],
): void {
  const known = checked.get(columns) ?? new Set();
  const wrong = known.has(sql) ? [] : differences(columns, fields);
  if (wrong.length === 0) {
    if (known.size >= MAX_STATEMENTS) known.clear();
    checked.set(columns, known.add(sql));
    wrong.push(...wrongValues(columns, rows as readonly Record<string, unknown>[]));
  }
  if (wrong.length > 0)
    throw new Error(`Rows differ from their columns: ${[...new Set(wrong)].join('; ')}, in: ${sql}`);
}

function differences(columns: Columns, fields: readonly Field[]): string[] {
  const types = new Map(fields.map(({ name, dataTypeID }) => [camelCase(name), dataTypeID]));
  const missing = Object.keys(columns).filter((name) => !types.has(name));
  const twice = fields.length > types.size ? ['two columns have the same name'] : [];
  return [
    ...missing.map((name) => `"${name}" is described and not selected`),
    ...twice,
    ...[...types].flatMap(([name, type]) => {
      const column = columns[name];
      if (!column) return `"${name}" is selected and not described`;
      const parsed = parsedTypes.get(type) ?? 'string';
      return parsed === parsedKinds[column.kind]
        ? []
        : `"${name}" is described as ${column.kind} and comes as ${parsed} (type ${type})`;
    }),
  ];
}

function wrongValues(columns: Columns, rows: readonly Record<string, unknown>[]): string[] {
  return Object.entries(columns).flatMap(([name, column]) => {
    const { members } = column;
    return rows.flatMap((row) => {
      const value = row[name];
      if (value === null) return column.nullable ? [] : `"${name}" is described as not null and is null`;
      return members && Array.isArray(value)
        ? value.flatMap((item: Record<string, unknown>) => wrongMembers(name, members, item))
        : [];
    });
  });
}

function wrongMembers(list: string, members: Columns, item: Record<string, unknown>): string[] {
  const names = new Set([...Object.keys(members), ...Object.keys(item)]);
  return [...names].flatMap((name) => {
    const member = members[name];
    if (!member) return `"${list}.${name}" is not described`;
    return isMember(member, item[name]) ? [] : `"${list}.${name}" is no ${member.kind}`;
  });
}

/** Whether a member of a JSON document is what describes it. */
function isMember({ kind, nullable }: Column, value: unknown): boolean {
  if (value === undefined) return false;
  if (value === null) return nullable;
  const parsed = parsedKinds[kind];
  if (parsed === 'json') return true;
  if (parsed.endsWith('[]')) return Array.isArray(value);
  // JSON has texts alone for instants and bytes.
  return typeof value === (parsed === 'Date' || parsed === 'Buffer' ? 'string' : parsed);
}
