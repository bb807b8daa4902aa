/** What a column of the database holds; several kinds may be the same type in code. */
export type ColumnKind =
  | 'uuid'
  | 'text'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'instant'
  | 'day'
  | 'decimal'
  | 'uuids'
  | 'texts'
  | 'integers'
  | 'bytes'
  | 'json';

export interface Column<Value = unknown> {
  readonly kind: ColumnKind;
  readonly nullable: boolean;
  /** Of a JSON document: what its members are. */
  readonly members?: Columns;
  /** Carries the type only. */
  readonly types?: { value: Value };
}

/** The columns of a table, by their names in code. Everything that names them is derived from it, or does not compile. */
export type Columns = Readonly<Record<string, Column>>;

const columnOf = <Value>(kind: ColumnKind): Column<Value> => ({ kind, nullable: false });

export const uuid = columnOf<string>('uuid');
export const text = columnOf<string>('text');
export const integer = columnOf<number>('integer');
/** A decimal number, in double precision. */
export const number = columnOf<number>('number');
export const boolean = columnOf<boolean>('boolean');
export const instant = columnOf<Date>('instant');
/** A calendar date, `2026-03-31`. */
export const day = columnOf<string>('day');
/** A decimal number of any length, as text: what `sum` makes of int8, for one. */
export const decimal = columnOf<string>('decimal');
export const uuids = columnOf<string[]>('uuids');
export const texts = columnOf<string[]>('texts');
export const integers = columnOf<number[]>('integers');
export const bytes = columnOf<Buffer>('bytes');

/** A text of which only some values exist: `textOf<OrderStatus>()`. */
export const textOf = <Value extends string>(): Column<Value> => columnOf<Value>('text');

/** Texts of which only some values exist. */
export const textsOf = <Value extends string>(): Column<Value[]> => columnOf<Value[]>('texts');

/** A JSON document. */
export const jsonOf = <Value>(): Column<Value> => columnOf<Value>('json');

/** A JSON array of objects whose members are described like columns; instants in it are ISO 8601 text. */
export const listOf = <C extends Columns>(members: C): Column<JsonRowOf<C>[]> => ({
  ...columnOf<JsonRowOf<C>[]>('json'),
  members,
});

export const nullable = <Value>(column: Column<Value>): Column<Value | null> => ({
  ...(column as Column<Value | null>),
  nullable: true,
});

type Outer<C extends Columns> = { [Name in keyof C]: Column<ValueOf<C[Name]> | null> };

/** The columns of a row that an outer join may not find: then all of them are null. */
export function outer<C extends Columns>(columns: C): Outer<C> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, nullable(column)]),
  ) as unknown as Outer<C>;
}

/** A row of an outer join, or undefined where there was none. @param key a column that is null only then */
export function joinedRow<C extends Columns>(
  _columns: C,
  key: keyof C,
  row: RowOf<Outer<C>>,
): RowOf<C> | undefined {
  return row[key] === null ? undefined : (row as RowOf<C>);
}

type ValueOf<C> = C extends Column<infer Value> ? Value : never;

/** A row as it is read from its table. */
export type RowOf<C extends Columns> = { -readonly [Name in keyof C]: ValueOf<C[Name]> };

type JsonValue<Value> = Value extends Date ? string : Value;

/** A row that travels as a JSON document: instants are ISO 8601 text in UTC. */
export type JsonRowOf<C extends Columns> = { -readonly [Name in keyof C]: JsonValue<ValueOf<C[Name]>> };

/** The names of the columns, in their order. */
export function namesOf<C extends Columns>(columns: C): (keyof C & string)[] {
  return Object.keys(columns);
}

/** A description without some columns. */
export function leftOut<C extends Columns, Name extends keyof C & string>(
  columns: C,
  names: readonly Name[],
): Omit<C, Name> {
  return Object.fromEntries(
    Object.entries(columns).filter(([name]) => !(names as readonly string[]).includes(name)),
  ) as unknown as Omit<C, Name>;
}
