import { join } from 'node:path';
import type { EntityName } from '#api/_shared/entities.js';
import { isEntityParam, type Route, type RouteAuth } from '#api/_shared/route.js';
import { naturalKeys } from '#api/_shared/values.js';
import { allRoutes } from '#api/routes.js';
import type { Container } from '#lib/container.js';
import { createBuyer } from '../_support/orders.js';
import { createWorld, type World } from '../sweeps/world.js';

export const sessionKinds = ['nobody', 'customer', 'guest', 'vendor', 'admin'] as const;
export type SessionKind = (typeof sessionKinds)[number];

/** What one session of the fuzzer needs to know. */
export interface FuzzSession {
  kind: SessionKind;
  token?: string;
  /** For each operation, the parameters of its path with values that name a row. */
  keys: { path: string; parameters: Record<string, string[]> }[];
  /** Operations that the session must leave alone, as `METHOD /path`, with the reason. */
  without: Record<string, string>;
  /** Names of the operations that are for the session. What others are told is for the sweeps to try. */
  own: string[];
}

const openApiPath = (path: string) => path.replace(/[:*](\w+)/g, '{$1}');

function keysOf(worlds: readonly World[]): FuzzSession['keys'] {
  return allRoutes
    .map((route) => {
      const parameters = Object.entries(route.params).flatMap(([name, param]): [string, string[]][] => {
        const key = isEntityParam(param) ? { entity: param, column: 'id' } : naturalKeys.get(param);
        return key ? [[name, worlds.map((world) => world.keyOf(key.entity as EntityName, key.column))]] : [];
      });
      return { path: openApiPath(route.path), parameters: Object.fromEntries(parameters) };
    })
    .filter(({ parameters }) => Object.keys(parameters).length > 0);
}

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) =>
  `${method.toUpperCase()} ${openApiPath(path)}`;

/** Streams go on for a minute, and a fuzzer waits for the end of an answer. */
const streams = Object.fromEntries(
  allRoutes
    .filter(({ kind }) => kind === 'stream')
    .map((route) => [nameOf(route), 'a stream ends after a minute']),
);

/** Whom the operations are for that a session is to try. */
const audiences: Record<SessionKind, readonly RouteAuth[]> = {
  nobody: ['public', 'webhook'],
  customer: ['customer', 'session', 'public'],
  guest: ['customer', 'session'],
  vendor: ['vendor', 'session'],
  admin: ['admin', 'session'],
};

/** A session of one kind with rows of its own, and the rows of others. */
export async function createFuzzSession(container: Container, kind: SessionKind): Promise<FuzzSession> {
  const guest = kind === 'guest' ? await createBuyer(container, { anonymous: true }) : undefined;
  const own = await createWorld(container, { customer: guest });
  const others = await createWorld(container);
  const [customer, vendor] = [own.customer.token, own.vendor.token];
  const tokens = { customer, guest: customer, vendor, admin: own.admin.token, nobody: undefined };
  const leaving = {
    'PUT /me/active-vendor': 'the session would leave its vendor, and be refused from then on',
  };
  return {
    kind,
    token: tokens[kind],
    keys: keysOf([own, others]),
    own: allRoutes.filter(({ auth }) => audiences[kind].includes(auth)).map(nameOf),
    without: { ...streams, ...(kind === 'vendor' ? leaving : {}) },
  };
}

/** The committed document, which is what clients are promised. */
export const openApiFile = join(import.meta.dirname, '..', '..', 'openapi.json');
