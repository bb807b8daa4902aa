/**
 * SQL is snake_case, code is camelCase. The mapping happens once, at the edge of knex: identifiers on the way in,
 * the column names of rows on the way out. Values, JSON documents among them, are left as they are.
 */

const toSnake = new Map<string, string>();
const toCamel = new Map<string, string>();

export function snakeCase(identifier: string): string {
  let snake = toSnake.get(identifier);
  if (snake === undefined) {
    snake = identifier.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    toSnake.set(identifier, snake);
  }
  return snake;
}

export function camelCase(column: string): string {
  let camel = toCamel.get(column);
  if (camel === undefined) {
    camel = column.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
    toCamel.set(column, camel);
  }
  return camel;
}

type Row = Record<string, unknown>;

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) !== Date.prototype;
}

/** One row as a driver gives it. */
export function camelCaseRow(row: Row): Row {
  const mapped: Row = {};
  for (const column in row) mapped[camelCase(column)] = row[column];
  return mapped;
}

/** knex `postProcessResponse`: rows of builders and of `raw` alike. */
export function camelCaseRows(response: unknown): unknown {
  if (Array.isArray(response)) {
    return response.map((row: unknown) => (isRow(row) && !Array.isArray(row) ? camelCaseRow(row) : row));
  }
  if (!isRow(response)) return response;
  if (Array.isArray(response['rows']) && 'rowCount' in response) {
    response['rows'] = (response['rows'] as Row[]).map(camelCaseRow);
    return response;
  }
  return camelCaseRow(response);
}
