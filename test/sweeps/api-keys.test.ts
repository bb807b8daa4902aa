import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Route, takesApiKeys } from '#api/kernel/route.js';
import { openApiDocument } from '#api/kernel/openapi.js';
import { allRoutes } from '#api/routes.js';
import { createSession } from '../_support/accounts.js';
import { createApiKey, recordUse, type TestApiKey } from '../_support/api-keys.js';
import { type TestPlatform } from '../_support/platform.js';
import { changesNothing, recordChanges } from './changed-tables.js';
import { prepareRequest } from './prepared-request.js';
import { nameOf, pathOf, sendRoute } from './send-route.js';
import { callRoute } from './sweep.js';
import { startSweepPlatform } from './sweep-platform.js';
import { withoutSuccess } from './without-success.js';
import { createWorld, createWorldFor, type Fixtures } from './fixtures.js';

/** What an API key may call and what it may not, over all routes; one permission missing is in access.test.ts. */

let platform: TestPlatform;
let fixtures: Fixtures;
let good: TestApiKey;
const over: Record<string, TestApiKey> = {};

/** A key that may do everything, of its own user. */
async function keyOf(options: { expiresAt?: Date } = {}): Promise<TestApiKey & { userId: string }> {
  const { userId } = await createSession(platform.container, { roles: ['superAdmin'] });
  return { ...(await createApiKey(platform.container, { userId, ...options })), userId };
}

beforeAll(async () => {
  platform = await startSweepPlatform();
  const { container, http } = platform;
  await recordChanges(platform);
  fixtures = await createWorld(container);
  good = await createApiKey(container, fixtures.admin);
  const admin = http.as(fixtures.admin.token);
  const [revoked, banned, removed, stripped] = [await keyOf(), await keyOf(), await keyOf(), await keyOf()];
  await admin.delete(`/admin/api-keys/${revoked.id}`);
  await admin.post(`/admin/users/${banned.userId}/ban`);
  await container.knex('accounts_users').where({ id: removed.userId }).delete();
  await admin.put(`/admin/users/${stripped.userId}/roles`, { roleIds: [] });
  const expired = await keyOf({ expiresAt: new Date(Date.now() + 60_000) });
  await container
    .knex('access_api_keys')
    .where({ id: expired.id })
    .update({ expiresAt: new Date(Date.now() - 1_000) });
  Object.assign(over, { revoked, expired, banned, removed, stripped });
  await recordUse(container, good, ...Object.values(over));
});
afterAll(() => platform.stop());

const each = (routes: readonly Route[]) => routes.map((route): [string, Route] => [nameOf(route), route]);
const taking = allRoutes.filter(takesApiKeys);
const sessionOnly = allRoutes.filter(
  (route) => !takesApiKeys(route) && route.auth !== 'public' && route.auth !== 'webhook',
);

async function refuses(route: Route, key: TestApiKey | undefined, refusal: [number, string]): Promise<void> {
  const http = platform.http.as(key?.key ?? '');
  const { status, body } = await sendRoute(http, route, pathOf(route, fixtures.keyOf), fixtures.idOf);
  expect([status, body.errorCode]).toEqual(refusal);
}

describe('a key of somebody who may do everything', () => {
  // Each with its own fixtures: they change and delete what they name.
  it.each(each(taking))('may %s', async (name, route) => {
    const own = route.method === 'get' ? fixtures : await createWorldFor(route, platform.container, fixtures);
    const { key } = await createApiKey(platform.container, own.admin);
    const request = await prepareRequest(platform, route, own);
    const { status, text } = await callRoute(platform.url, route, { ...request, token: key });
    expect([status < 300, text]).toEqual([!(name in withoutSuccess), text]);
  });
});

describe('where only a session will do', () => {
  it.each(each(sessionOnly))('%s is 401 for the best of keys, and changes nothing', async (_name, route) => {
    await changesNothing(platform, () => refuses(route, good, [401, 'UNAUTHORIZED']));
  });
});

describe('a key that is over', () => {
  it.each(each(taking))('%s is 401, and changes nothing', async (_name, route) => {
    await changesNothing(platform, async () => {
      for (const why of ['revoked', 'expired', 'banned', 'removed'])
        await refuses(route, over[why], [401, 'UNAUTHORIZED']);
      if (route.permission) await refuses(route, over['stripped'], [403, 'FORBIDDEN']);
    });
  });
});

describe('the reference', () => {
  type Security = Record<string, []>[];
  const document = openApiDocument() as {
    components?: { securitySchemes?: object };
    paths?: object;
    security?: Security;
  };
  const paths = (document.paths ?? {}) as Record<string, Record<string, { security?: Security }>>;

  it.each(each(allRoutes))('says who may %s', (_name, route) => {
    const { security = document.security ?? [] } =
      paths[route.path.replace(/[:*](\w+)/g, '{$1}')]?.[route.method] ?? {};
    const named = security.map((item) => Object.keys(item).join() || 'nobody');
    const guarded = takesApiKeys(route) ? ['bearer', 'cookie', 'apiKey'] : ['bearer', 'cookie'];
    const open = { public: ['nobody', 'bearer', 'cookie'], webhook: ['nobody'] } as Record<string, string[]>;
    expect(named).toEqual(open[route.auth] ?? guarded);
    expect(Object.keys(document.components?.securitySchemes ?? {})).toEqual(['bearer', 'cookie', 'apiKey']);
  });
});
