import type { Declarations, OperationEntry } from '../lib/declarations.js';

export interface Match {
  operation: OperationEntry;
  params: Record<string, string>;
}

/** The parameters of an address that a path template fits, else undefined. */
function fit(template: string, address: string): Record<string, string> | undefined {
  const wanted = template.split('/');
  const given = address.split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const text = given[index] ?? '';
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name) params[name] = decodeURIComponent(text);
    else if (part !== text) return undefined;
  }
  return params;
}

/** The GET operation whose path an address is; of several the one with the fewest parameters. */
export function matchOperation(declarations: Declarations, address: string): Match | undefined {
  const found = declarations.index.operations
    .filter(({ method, returns }) => method === 'get' && returns === 'json')
    .flatMap((operation) => {
      const params = fit(operation.path, address);
      return params ? [{ operation, params }] : [];
    });
  return found.sort(
    (first, second) => Object.keys(first.params).length - Object.keys(second.params).length,
  )[0];
}

/** The address of an operation with these parameters; undefined where one is missing. */
export function address(
  operation: OperationEntry,
  params: Record<string, string | undefined>,
): string | undefined {
  let path = operation.path;
  for (const { name } of operation.params) {
    const value = params[name];
    if (value === undefined) return undefined;
    path = path.replace(`{${name}}`, encodeURIComponent(value));
  }
  return path;
}

/** The parameters that name a row of a list: those of the list's address, and what the row says of itself. */
export function rowParams(
  operation: OperationEntry,
  row: Record<string, unknown>,
  entity: string | undefined,
  given: Record<string, string>,
): Record<string, string | undefined> {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return Object.fromEntries(
    operation.params.map(({ name, entity: named }) => [
      name,
      given[name] ??
        (named !== undefined && named === entity && name === 'id' ? text(row['id']) : undefined) ??
        text(row[name]) ??
        (named === entity ? text(row['id']) : undefined),
    ]),
  );
}

/** Whether an operation is about one row of a list: its last parameters name the row, those before are the list's own. */
function isOnRow(item: OperationEntry, list: OperationEntry): boolean {
  if (item.audience !== list.audience) return false;
  const last = item.params.at(-1);
  const own = new Set(list.params.map(({ name }) => name));
  const before = item.params.slice(0, -1).map(({ name }) => name);
  if (last?.entity !== undefined && last.entity === list.entity && before.every((name) => own.has(name)))
    return true;
  // Rows that no single id names: the address of the list goes on with fields of the row.
  return (list.entity === undefined || last?.entity === undefined) && item.path.startsWith(`${list.path}/{`);
}

/** What reads that which an edit edits, with the tag that the edit names. */
export function readBeside(declarations: Declarations, edit: OperationEntry): OperationEntry | undefined {
  if (edit.method !== 'put' && edit.method !== 'patch') return undefined;
  return declarations.index.operations.find(({ method, path }) => method === 'get' && path === edit.path);
}

/** The operation that reads a row of a list. */
export function readOf(declarations: Declarations, list: OperationEntry): OperationEntry | undefined {
  return (
    declarations.get(list.read) ??
    declarations.index.operations.find(
      (item) =>
        item.method === 'get' &&
        item.returns === 'json' &&
        !item.list &&
        isOnRow(item, list) &&
        item.path.startsWith(`${list.path}/`) &&
        item.path.endsWith('}'),
    )
  );
}

/** Operations that change one row of this kind: buttons of its page. */
export function actionsOf(declarations: Declarations, list: OperationEntry): OperationEntry[] {
  const known = [list.delete, list.restore, list.update, list.create];
  // Two features may list the same rows; the acts of the other belong to its list.
  const others = declarations
    .lists(list.audience)
    .filter((other) => other !== list && other.entity === list.entity && !list.path.startsWith(other.path));
  return declarations.index.operations.filter(
    (item) =>
      item.method !== 'get' &&
      !known.includes(item.id) &&
      isOnRow(item, list) &&
      !others.some((other) => item.path.startsWith(`${other.path}/`)),
  );
}

/** Files of a row that has no page: links beside it. */
export function filesOnRow(declarations: Declarations, list: OperationEntry): OperationEntry[] {
  return declarations.index.operations.filter(
    (item) => item.method === 'get' && /pdf|csv|octet|\*\/\*/.test(item.returns) && isOnRow(item, list),
  );
}

/** Files of a row. */
export function filesOf(declarations: Declarations, { entity, audience }: OperationEntry): OperationEntry[] {
  return declarations.index.operations.filter(
    (item) =>
      item.method === 'get' &&
      item.audience === audience &&
      item.params.length === 1 &&
      entity !== undefined &&
      item.params[0]?.entity === entity &&
      /pdf|csv|octet|\*\/\*/.test(item.returns),
  );
}

/** What a feature says of itself without a row: its state, its settings. */
export function statesOf(declarations: Declarations, audience: string): OperationEntry[] {
  return declarations.index.operations.filter(
    (item) =>
      item.method === 'get' &&
      item.audience === audience &&
      !item.list &&
      item.params.length === 0 &&
      item.returns === 'json',
  );
}

/** Acts of a feature without a row: to compute anew, to send to a list of people. */
export function actsOf(declarations: Declarations, audience: string): OperationEntry[] {
  const creates = new Set(declarations.index.operations.map(({ create }) => create));
  return declarations.index.operations.filter(
    (item) =>
      item.method !== 'get' &&
      item.audience === audience &&
      item.params.length === 0 &&
      !creates.has(item.id),
  );
}

/** Reads and lists that hang on one row of this kind. */
export function withinRow(
  declarations: Declarations,
  entity: string | undefined,
  audience: string,
): OperationEntry[] {
  return declarations.index.operations.filter(
    (item) =>
      item.method === 'get' &&
      item.audience === audience &&
      entity !== undefined &&
      item.params.length === 1 &&
      item.params[0]?.entity === entity &&
      (item.list !== undefined || (item.returns === 'json' && item.entity !== entity)),
  );
}
