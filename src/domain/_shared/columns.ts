/** What a column of the database holds; several kinds may be the same type in code. */
export type ColumnKind =
  | 'uuid'
  | 'text'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'instant'
  | 'uuids'
  | 'texts'
  | 'json';

export interface Column<Value = unknown> {
  readonly kind: ColumnKind;
  readonly nullable: boolean;
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
export const uuids = columnOf<string[]>('uuids');
export const texts = columnOf<string[]>('texts');

/** A text of which only some values exist: `textOf<OrderStatus>()`. */
export const textOf = <Value extends string>(): Column<Value> => columnOf<Value>('text');

/** A JSON document. */
export const jsonOf = <Value>(): Column<Value> => columnOf<Value>('json');

export const nullable = <Value>(column: Column<Value>): Column<Value | null> => ({
  ...(column as Column<Value | null>),
  nullable: true,
});

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
