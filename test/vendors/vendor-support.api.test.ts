import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allRoutes } from '#api/routes.js';
import { createSession, type TestSession } from '../_support/accounts.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';

let platform: TestPlatform;
let operator: TestSession;
let vendor: TestVendor;
beforeAll(async () => {
  platform = await startPlatform();
  operator = await createSession(platform.container, { permissions: ['vendor:support'] });
  vendor = await createVendor(platform.container);
});
afterAll(() => platform.stop());

const http = () => platform.http.as(operator.token);
const panelOf = (vendorId: string) => `/admin/vendors/${vendorId}/support`;
const profile = () => http().get<{ id: string }>('/vendor/profile');

describe('the panel of a vendor, looked at by an operator', () => {
  it('opens for a permission of its own, and the audit log records who looks', async () => {
    const other = await createSession(platform.container, { permissions: ['vendor:view', 'vendor:update'] });
    expect((await platform.http.as(other.token).post(panelOf(vendor.vendorId))).status).toBe(403);
    expect((await profile()).status).toBe(403);
    expect((await http().post(panelOf(operator.userId))).status).toBe(404);

    const opened = await http().post(panelOf(vendor.vendorId));
    expect(opened).toMatchObject({ status: 200, body: { data: { vendorId: vendor.vendorId } } });
    expect((await profile()).body.data.id).toBe(vendor.vendorId);
    expect((await http().get('/me')).body.data).toMatchObject({
      activeVendor: null,
      support: { vendorId: vendor.vendorId },
    });
    // What only owners read, an operator reads as well; the session of nobody else.
    expect((await http().get('/vendor/bank-account')).status).toBe(
      (await platform.http.as(vendor.token).get('/vendor/bank-account')).status,
    );
    const audit = await platform.container
      .knex('audit_entries')
      .where({ entity: 'vendor', entityId: vendor.vendorId, action: 'support_open' });
    expect(audit).toMatchObject([{ actorType: 'user', actorId: operator.userId, vendorId: vendor.vendorId }]);
  });

  it('writes nothing, whatever the operation', async () => {
    expect((await http().post(panelOf(vendor.vendorId))).status).toBe(200);
    const writes = allRoutes.filter(({ auth, method }) => auth === 'vendor' && method !== 'get');
    expect(writes.length).toBeGreaterThan(40);
    const responses = await Promise.all(
      writes.map(async ({ method, path }) => {
        const url = path.replace(/[:*]\w+/g, vendor.vendorId);
        const body = method === 'delete' ? undefined : '{}';
        const response = await http().raw(method.toUpperCase(), url, {
          body,
          headers: { 'content-type': 'application/json' },
        });
        const { reason } = (await response.json()) as { reason: string };
        return `${method} ${path} ${response.status} ${reason}`;
      }),
    );
    expect(responses).toEqual(
      writes.map(({ method, path }) => `${method} ${path} 403 vendors.support_reads_only`),
    );
  });

  it('takes the place of the own shop while it is open, for reads alone', async () => {
    const own = await createVendor(platform.container);
    const { id } = (await platform.container
      .knex('access_roles')
      .where({ name: 'superAdmin' })
      .first('id')) as { id: string };
    await platform.container.knex('access_user_roles').insert({ userId: own.userId, roleId: id });
    const both = platform.http.as(own.token);
    expect((await both.post(panelOf(vendor.vendorId))).status).toBe(200);
    const shown = await both.get<{ id: string }>('/vendor/profile');
    expect(shown.body.data.id).toBe(vendor.vendorId);
    expect((await both.patch('/vendor/profile', { displayName: 'Mine' })).status).toBe(403);
    expect((await both.delete(panelOf(vendor.vendorId))).status).toBe(200);
    expect((await both.get<{ id: string }>('/vendor/profile')).body.data.id).toBe(own.vendorId);
    expect((await both.patch('/vendor/profile', { displayName: 'Mine' })).status).toBe(200);
  });

  it('ends when it is left, after an hour, and with the permission', async () => {
    const { knex, principals } = platform.container;
    const open = async () => expect((await http().post(panelOf(vendor.vendorId))).status).toBe(200);
    const forget = () => principals.forget(operator.userId);
    await open();
    expect((await http().delete(panelOf(vendor.vendorId))).status).toBe(200);
    expect((await profile()).status).toBe(403);
    expect((await http().delete(panelOf(vendor.vendorId))).status).toBe(200);
    await open();
    const session = () => knex('accounts_sessions').where({ userId: operator.userId });
    await session().update({ supportUntil: new Date(Date.now() - 1_000) });
    forget();
    expect((await profile()).status).toBe(403);
    await open();
    await knex('access_user_roles').where({ userId: operator.userId }).delete();
    forget();
    expect((await profile()).status).toBe(403);
    const actions = (await knex('audit_entries')
      .where({ entity: 'vendor', entityId: vendor.vendorId })
      .whereLike('action', 'support_%')
      .where({ actorId: operator.userId })
      .orderBy('id')
      .pluck('action')) as string[];
    expect(actions.filter((action) => action === 'support_close')).toHaveLength(1);
  });
});
