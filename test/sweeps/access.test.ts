import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allRoutes } from '#api/routes.js';
import type { Route } from '#api/_shared/route.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { hasEntity, nameOf, pathOf, sendRoute } from './send-route.js';
import { createWorld, type World } from './world.js';

let platform: TestPlatform;
let world: World;

beforeAll(async () => {
  platform = await startPlatform();
  world = await createWorld(platform.container);
}, 60_000);
afterAll(() => platform.stop());

const guarded = allRoutes.filter((route) => route.auth !== 'public' && route.auth !== 'webhook');
const admin = allRoutes.filter((route) => route.auth === 'admin');
const vendor = allRoutes.filter((route) => route.auth === 'vendor');
const owned = [...vendor, ...allRoutes.filter((route) => route.auth === 'customer')].filter(hasEntity);
const anyId = () => '0199c0de-7e5c-7000-8000-0000000000ff';

/** `describe.each` by name, so that a failure says which route. */
function each(routes: readonly Route[]): [string, Route][] {
  return routes.map((route) => [nameOf(route), route]);
}

describe('without a session', () => {
  it.each(each(guarded))('%s is 401', async (_name, route) => {
    const answer = await sendRoute(platform.http, route, pathOf(route, anyId));
    expect([answer.status, answer.body.errorCode]).toEqual([401, 'UNAUTHORIZED']);
  });
});

describe('without the permission', () => {
  it.each(each(admin))('%s is 403', async (_name, route) => {
    const http = platform.http.as(world.customer.token);
    const answer = await sendRoute(http, route, pathOf(route, anyId));
    expect([answer.status, answer.body.errorCode]).toEqual([403, 'FORBIDDEN']);
  });
});

describe('without an active vendor', () => {
  it.each(each(vendor))('%s is 403', async (_name, route) => {
    const http = platform.http.as(world.customer.token);
    const answer = await sendRoute(http, route, pathOf(route, anyId));
    expect([answer.status, answer.body.errorCode]).toEqual([403, 'FORBIDDEN']);
  });
});

describe('with the ids of somebody else', () => {
  it.each(each(owned))('%s is 404 and changes nothing', async (_name, route) => {
    const stranger = route.auth === 'vendor' ? world.otherVendor : world.otherCustomer;
    const before = await world.fingerprint(route);
    const answer = await sendRoute(platform.http.as(stranger.token), route, pathOf(route, world.keyOf));
    expect([answer.status, answer.body.errorCode]).toEqual([404, 'NOT_FOUND']);
    expect(await world.fingerprint(route)).toEqual(before);
  });
});

describe('with an id that cannot be one, and one that nothing has', () => {
  const callable = allRoutes.filter((route) => hasEntity(route) && route.auth !== 'webhook');

  it.each(each(callable))('%s is 404', async (_name, route) => {
    const http = platform.http.as(world.tokenFor(route));
    for (const id of ['not-an-id', anyId()]) {
      const answer = await sendRoute(
        http,
        route,
        pathOf(route, () => id),
      );
      expect([id, answer.status, answer.body.errorCode]).toEqual([id, 404, 'NOT_FOUND']);
    }
  });
});
