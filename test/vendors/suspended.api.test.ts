import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isRefusedWhileSuspended, type Route } from '#api/kernel/route.js';
import { allRoutes } from '#api/routes.js';
import { createSession } from '../_support/accounts.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createWorld, type Fixtures } from '../sweeps/fixtures.js';
import { nameOf, pathOf, sendRoute } from '../sweeps/send-route.js';

let platform: TestPlatform;
let fixtures: Fixtures;
beforeAll(async () => {
  platform = await startPlatform();
  fixtures = await createWorld(platform.container);
  const admin = await createSession(platform.container, { roles: ['superAdmin'] });
  const { vendorId } = fixtures.vendor;
  const suspended = await platform.http
    .as(admin.token)
    .patch(`/admin/vendors/${vendorId}`, { status: 'suspended' });
  expect(suspended.status).toBe(200);
});
afterAll(() => platform.stop());

const vendorRoutes = allRoutes.filter(({ auth }) => auth === 'vendor');
const named = (routes: readonly Route[]) => routes.map((route): [string, Route] => [nameOf(route), route]);

async function call(route: Route): Promise<[number, string | undefined]> {
  const http = platform.http.as(fixtures.vendor.token);
  if (route.kind === 'stream') return [200, undefined];
  const { status, body } = await sendRoute(http, route, pathOf(route, fixtures.keyOf), fixtures.idOf);
  return [status, (body as { reason?: string } | null)?.reason];
}

describe('a suspended vendor', () => {
  it.each(named(vendorRoutes.filter(isRefusedWhileSuspended)))('%s is refused', async (_name, route) => {
    expect(await call(route)).toEqual([403, 'vendors.suspended']);
  });

  it.each(named(vendorRoutes.filter((route) => !isRefusedWhileSuspended(route))))(
    '%s is open',
    async (_name, route) => {
      const [, reason] = await call(route);
      expect(reason).not.toBe('vendors.suspended');
    },
  );

  it('changes this alone', () => {
    const open = vendorRoutes.filter((route) => route.method !== 'get' && !isRefusedWhileSuspended(route));
    expect(open.map(nameOf).sort()).toEqual([
      'PATCH /vendor/shipping/carrier/config',
      'POST /vendor/orders/:orderVendorId/cancelled',
      'POST /vendor/orders/:orderVendorId/delivered',
      'POST /vendor/orders/:orderVendorId/fulfilled',
      'POST /vendor/orders/:orderVendorId/invoice/generate',
      'POST /vendor/orders/:orderVendorId/parcels',
      'POST /vendor/orders/documents',
      'POST /vendor/parcels/:parcelId/delivered',
      'POST /vendor/pickups',
      'POST /vendor/return-requests/:returnRequestId/approve',
      'POST /vendor/return-requests/:returnRequestId/pickup',
      'POST /vendor/return-requests/:returnRequestId/receive',
      'POST /vendor/return-requests/:returnRequestId/reject',
      'PUT /vendor/orders/:orderVendorId/e-way-bills',
    ]);
  });

  it('keeps its members as they are, and sells again at once when it is reactivated', async () => {
    const http = platform.http.as(fixtures.vendor.token);
    const { knex } = platform.container;
    const { vendorId } = fixtures.vendor;
    const vendor = (await knex('vendors').where({ id: vendorId }).first('organizationId')) as {
      organizationId: string;
    };
    const invitation = { email: 'new@example.com', role: 'member', organizationId: vendor.organizationId };
    const refused = await http.post('/auth/organization/invite-member', invitation);
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'VENDOR_SUSPENDED' }]);
    await knex('vendors').where({ id: vendorId }).update({ status: 'active' });
    platform.container.principals.forget();
    expect((await http.post('/auth/organization/invite-member', invitation)).status).toBe(200);
    expect((await http.patch('/vendor/profile', { displayName: 'Back again' })).status).toBe(200);
  });
});
