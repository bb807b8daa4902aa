import { join } from 'node:path';
import type { EntityName } from '#api/kernel/entities.js';
import { isEntityParam, type Route, type RouteAuth, takesApiKeys } from '#api/kernel/route.js';
import { naturalKeys } from '#api/kernel/values.js';
import { authReference } from '#api/accounts/auth-reference.js';
import { allRoutes } from '#api/routes.js';
import type { Container } from '#runtime/container.js';
import { createApiKey } from '../_support/api-keys.js';
import { createBuyer } from '../_support/orders.js';
import { createWorld, type Fixtures } from '../sweeps/fixtures.js';

/**
 * An API key may do what its creator may, everything, but calls only what takes one. Those who leave call only what can
 * end what they may do, in a session that no other operation needs.
 */
export type SessionKind =
  | 'nobody'
  | 'customer'
  | 'guest'
  | 'vendor'
  | 'admin'
  | 'api key'
  | 'account'
  | 'leaving account'
  | 'leaving vendor'
  | 'leaving admin';

/** What one session of the fuzzer needs to know. */
export interface FuzzSession {
  kind: SessionKind;
  token?: string;
  /** The operations that it is to call. What others are told there is for the sweeps to try. */
  own: FuzzOperation[];
}

export interface FuzzOperation {
  name: string;
  /** Those of its path that name a row, with some that do. */
  parameters: Record<string, string[]>;
}

const openApiPath = (path: string) => path.replace(/[:*](\w+)/g, '{$1}');

/** The name of the operation of a route. */
export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) =>
  `${method.toUpperCase()} ${openApiPath(path)}`;

function operationOf(route: Route, fixtureSets: readonly Fixtures[]): FuzzOperation {
  const parameters = Object.entries(route.params).flatMap(([name, param]): [string, string[]][] => {
    const key = isEntityParam(param) ? { entity: param, column: 'id' } : naturalKeys.get(param);
    return key
      ? [[name, fixtureSets.map((fixtures) => fixtures.keyOf(key.entity as EntityName, key.column))]]
      : [];
  });
  return { name: nameOf(route), parameters: Object.fromEntries(parameters) };
}

/** Streams go on for a minute, and a fuzzer waits for the end of a response. */
const tried = allRoutes.filter(({ kind }) => kind !== 'stream');

/** Operations below `/auth`, which the library serves. */
const authOperations: readonly FuzzOperation[] = authReference.map(({ method, path }) => ({
  name: `${method.toUpperCase()} ${path}`,
  parameters: {},
}));

/** Those that end the session which calls them. */
const endsSession = ({ name }: FuzzOperation): boolean =>
  /\/(sign-out|sign-in\/.*|delete-user.*|revoke-.*)$/.test(name);

/** The names of all operations that sessions are to call between them. */
export const triedOperations = (): string[] =>
  [...tried, ...authOperations].map((item) => ('name' in item ? item.name : nameOf(item)));

/** What a session may lose its vendor or its rights by; it would be refused from then on, and nothing else be tried. */
const leaving: Partial<Record<SessionKind, readonly string[]>> = {
  vendor: ['PUT /me/active-vendor'],
  admin: ['PUT /admin/users/{userId}/roles'],
};

/** Whom the operations are for that a session is to try. What takes a key says so itself. */
const audiences: Record<SessionKind, readonly RouteAuth[]> = {
  nobody: ['public', 'webhook'],
  customer: ['customer', 'session', 'public'],
  guest: ['customer', 'session'],
  vendor: ['vendor', 'session'],
  admin: ['admin', 'session'],
  'api key': [],
  account: [],
  'leaving account': [],
  'leaving vendor': [],
  'leaving admin': [],
};

function operationsOf(kind: SessionKind): Route[] {
  if (kind === 'api key') return tried.filter(takesApiKeys);
  const stays = kind.replace('leaving ', '') as SessionKind;
  const ends = leaving[stays] ?? [];
  return stays === kind
    ? tried.filter((route) => audiences[kind].includes(route.auth) && !ends.includes(nameOf(route)))
    : tried.filter((route) => ends.includes(nameOf(route)));
}

/**
 * A session of one kind with its own rows, and the rows of others.
 * @param besides names of operations that others try already
 */
export async function createFuzzSession(
  container: Container,
  kind: SessionKind,
  besides: readonly string[] = [],
): Promise<FuzzSession> {
  const guest = kind === 'guest' ? await createBuyer(container, { anonymous: true }) : undefined;
  const own = await createWorld(container, { customer: guest });
  const others = await createWorld(container);
  const [customer, vendor] = [own.customer.token, own.vendor.token];
  const admin = own.admin.token;
  const key = kind === 'api key' ? (await createApiKey(container, own.admin)).key : undefined;
  const tokens = {
    account: customer,
    'leaving account': customer,
    nobody: undefined,
    customer,
    guest: customer,
    vendor,
    admin,
    'api key': key,
    'leaving vendor': vendor,
    'leaving admin': admin,
  };
  const routes = operationsOf(kind).filter((route) => !besides.includes(nameOf(route)));
  const ofLibrary = kind.endsWith('account')
    ? authOperations.filter((item) => endsSession(item) === kind.startsWith('leaving'))
    : [];
  const operations = [...routes.map((route) => operationOf(route, [own, others])), ...ofLibrary];
  return { kind, token: tokens[kind], own: operations };
}

/** The committed document, which is what clients are promised. */
export const openApiFile = join(import.meta.dirname, '..', '..', 'openapi.json');
