import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allRoutes } from '#api/routes.js';
import { isEntityParam, type Route } from '#api/kernel/route.js';
import { createSession } from '../_support/accounts.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { changesNothing, recordChanges } from './changed-tables.js';
import { emptyForUnknown } from './empty-for-unknown.js';
import { createLacking, type Lacking } from './lacking.js';
import { mixedPaths, type FixtureIds } from './mixed-paths.js';
import { hasEntity, nameOf, pathOf, rowParams, sendRoute } from './send-route.js';
import { createWorld, type Fixtures } from './fixtures.js';

let platform: TestPlatform;
let fixtures: Fixtures;
let fixtureSets: FixtureIds;
let lacking: Lacking;

beforeAll(async () => {
  platform = await startPlatform();
  const { container } = platform;
  await recordChanges(platform);
  fixtures = await createWorld(container);
  const { customer, vendor } = fixtures;
  fixtureSets = {
    own: fixtures,
    alsoOwn: await createWorld(container, { customer, vendor }),
    foreign: await createWorld(container),
  };
  lacking = createLacking(platform, fixtures);
});
afterAll(() => platform.stop());

const guarded = allRoutes.filter((route) => route.auth !== 'public' && route.auth !== 'webhook');
const admin = allRoutes.filter((route) => route.auth === 'admin');
const vendor = allRoutes.filter((route) => route.auth === 'vendor');
/** What every buyer may see: its id is nobody's. */
const sharedByBuyers: ReadonlySet<string> = new Set(['product', 'vendor']);
const ofBuyers = allRoutes.filter(
  (route) =>
    route.auth === 'customer' &&
    Object.values(route.params).some((param) => isEntityParam(param) && !sharedByBuyers.has(param)),
);
const owned = [...vendor.filter(hasEntity), ...ofBuyers];
const anyId = () => '0199c0de-7e5c-7000-8000-0000000000ff';

/** `describe.each` by name, so that a failure says which route. */
function each(routes: readonly Route[]): [string, Route][] {
  return routes.map((route) => [nameOf(route), route]);
}

describe('without a session', () => {
  it.each(each(guarded))('%s is 401', async (_name, route) => {
    const response = await sendRoute(platform.http, route, pathOf(route, anyId));
    expect([response.status, response.body.errorCode]).toEqual([401, 'UNAUTHORIZED']);
  });
});

describe('without the permission', () => {
  it.each(each(admin))('%s is 403', async (_name, route) => {
    const http = platform.http.as(fixtures.customer.token);
    const response = await sendRoute(http, route, pathOf(route, anyId));
    expect([response.status, response.body.errorCode]).toEqual([403, 'FORBIDDEN']);
  });
});

describe('without an active vendor', () => {
  it.each(each(vendor))('%s is 403', async (_name, route) => {
    const http = platform.http.as(fixtures.customer.token);
    const response = await sendRoute(http, route, pathOf(route, anyId));
    expect([response.status, response.body.errorCode]).toEqual([403, 'FORBIDDEN']);
  });
});

describe('as a member of the vendor without the role', () => {
  const managed = vendor.filter(({ vendorRole }) => vendorRole && vendorRole !== 'member');

  it.each(each(managed))('%s is 403 and changes nothing', async (_name, route) => {
    const { vendorId } = fixtures.vendor;
    const { token } = await createSession(platform.container, { vendorId, vendorRole: 'member' });
    await changesNothing(platform, async () => {
      const response = await sendRoute(
        platform.http.as(token),
        route,
        pathOf(route, fixtures.keyOf),
        fixtures.idOf,
      );
      expect([response.status, response.body.errorCode, response.body.message]).toEqual([
        403,
        'FORBIDDEN',
        `The vendor role ${route.vendorRole} is required`,
      ]);
    });
  });
});

describe('with every permission but the one', () => {
  const permitted = allRoutes.filter(({ permission }) => permission);
  const throughKeys = permitted.filter(({ apiKeys, auth }) => apiKeys ?? auth === 'admin');

  it.each(each(permitted))('%s is 403', async (_name, route) => {
    await refusesWithout(route, await lacking.session(route));
  });

  it.each(each(throughKeys))('%s is 403 for an API key', async (_name, route) => {
    await refusesWithout(route, await lacking.apiKey(route));
  });

  async function refusesWithout(route: Route, token: string): Promise<void> {
    await changesNothing(platform, async () => {
      const response = await sendRoute(
        platform.http.as(token),
        route,
        pathOf(route, fixtures.keyOf),
        fixtures.idOf,
      );
      // A feature may have its own 403: the one of the declaration names what is missing.
      expect([response.status, response.body.errorCode, response.body.message]).toEqual([
        403,
        'FORBIDDEN',
        `The permission ${route.permission} is required`,
      ]);
    });
  }
});

describe('with the ids of somebody else', () => {
  it.each(each(owned))('%s is 404 and changes nothing', async (_name, route) => {
    const stranger = route.auth === 'vendor' ? fixtures.otherVendor : fixtures.otherCustomer;
    await findsNothing(route, stranger.token, pathOf(route, fixtures.keyOf));
  });
});

describe('with ids that do not belong together', () => {
  const several = allRoutes.filter((route) => rowParams(route).length > 1);

  it.each(each(several))('%s is 404 and changes nothing', async (_name, route) => {
    for (const path of mixedPaths(route, fixtureSets))
      await findsNothing(route, fixtures.tokenFor(route), path);
  });
});

async function findsNothing(route: Route, token: string, path: string): Promise<void> {
  await changesNothing(platform, async () => {
    const response = await sendRoute(platform.http.as(token), route, path, fixtures.idOf);
    expect([path, response.status, response.body.errorCode]).toEqual([path, 404, 'NOT_FOUND']);
  });
}

describe('with an id that cannot be one, and one that nothing has', () => {
  const callable = allRoutes.filter((route) => hasEntity(route) && route.auth !== 'webhook');

  it.each(each(callable))('%s is 404 and changes nothing', async (name, route) => {
    const ids = emptyForUnknown[name] ? ['not-an-id'] : ['not-an-id', anyId()];
    for (const id of ids) {
      const path = pathOf(route, () => id);
      await findsNothing(route, fixtures.tokenFor(route), path);
    }
  });
});
