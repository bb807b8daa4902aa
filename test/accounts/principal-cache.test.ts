import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Container, createContainer } from '#lib/container.js';
import { createSession, grant, joinVendor, type TestSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';

let platform: TestPlatform;
/** Another process, as far as its memory goes. */
let other: Container;
let root: TestSession;

beforeAll(async () => {
  platform = await startPlatform();
  other = await createContainer(platform.container.config, { name: 'other' });
  await other.start();
  root = await createSession(platform.container, { roles: ['superAdmin'] });
});
afterAll(async () => {
  await other.stop();
  await platform.stop();
});

/** Well under the five seconds after which it would be read again anyway. */
const SOON_MS = 4_000;
const http = () => platform.http.as(root.token);

async function known(session: TestSession) {
  // What the factories' own writes made the database tell has passed by then.
  await new Promise((resolve) => setTimeout(resolve, 150));
  return other.principals.bySession(session.token);
}

async function roleWith(permissions: string[]): Promise<string> {
  const name = `role ${String(Math.random())}`;
  return (await http().post<{ id: string }>('/admin/roles', { name, permissions })).body.data.id;
}

test('a sign-out in one process ends the session in the others', async () => {
  const session = await createSession(platform.container);
  expect(await known(session)).toMatchObject({ userId: session.userId });
  await platform.http.as(session.token).post('/auth/sign-out', {});
  await eventually(async () => expect(await other.principals.bySession(session.token)).toBeNull(), SOON_MS);
});

test('so do a ban and the deletion of the account', async () => {
  const [banned, deleted] = await Promise.all([
    createSession(platform.container),
    createSession(platform.container),
  ]);
  expect(await known(banned)).not.toBeNull();
  expect(await known(deleted)).not.toBeNull();
  await http().post(`/admin/users/${banned.userId}/ban`);
  await platform.container.knex('accounts_users').where({ id: deleted.userId }).delete();
  await eventually(async () => expect(await other.principals.bySession(banned.token)).toBeNull(), SOON_MS);
  await eventually(async () => expect(await other.principals.bySession(deleted.token)).toBeNull(), SOON_MS);
});

test('roles given, changed and taken count everywhere at once', async () => {
  const session = await createSession(platform.container);
  const permissions = async () => [...((await other.principals.bySession(session.token))?.permissions ?? [])];
  expect(await known(session)).toMatchObject({ roles: [] });
  const roleId = await roleWith(['order:view']);
  await http().put(`/admin/users/${session.userId}/roles`, { roleIds: [roleId] });
  await eventually(async () => expect(await permissions()).toEqual(['order:view']), SOON_MS);
  await http().patch(`/admin/roles/${roleId}`, { permissions: ['invoice:view'] });
  await eventually(async () => expect(await permissions()).toEqual(['invoice:view']), SOON_MS);
  await http().put(`/admin/users/${session.userId}/roles`, { roleIds: [] });
  await eventually(async () => expect(await permissions()).toEqual([]), SOON_MS);
});

test('the switch of the vendor and the end of a membership too', async () => {
  const vendor = await createVendor(platform.container);
  const session = await createSession(platform.container);
  await joinVendor(platform.container, session.userId, vendor.vendorId, 'member');
  expect(await known(session)).toMatchObject({ vendorId: null });
  const active = async () => (await other.principals.bySession(session.token))?.vendorId;
  await platform.http.as(session.token).put('/me/active-vendor', { vendorId: vendor.vendorId });
  await eventually(async () => expect(await active()).toBe(vendor.vendorId), SOON_MS);

  const member = await platform.container
    .knex('accounts_members')
    .where({ userId: session.userId })
    .first('id');
  const removed = await platform.http.as(vendor.token).post('/auth/organization/remove-member', {
    memberIdOrEmail: member.id,
    organizationId: vendor.organizationId,
  });
  expect(removed.status).toBe(200);
  await eventually(async () => expect(await active()).toBeNull(), SOON_MS);
});

test('a revoked API key ends everywhere', async () => {
  const { body } = await http().post<{ id: string; key: string }>('/admin/api-keys', {
    name: 'x',
    permissions: ['order:view'],
  });
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(await other.principals.byApiKey(body.data.key)).not.toBeNull();
  await http().delete(`/admin/api-keys/${body.data.id}`);
  await eventually(async () => expect(await other.principals.byApiKey(body.data.key)).toBeNull(), SOON_MS);
});

test('news that arrives while a principal is being read is not lost', async () => {
  const session = await createSession(platform.container);
  await known(session);
  other.principals.forget();
  const reading = other.principals.bySession(session.token);
  await grant(platform.container, session.userId, { permissions: ['order:view'] });
  await reading;
  await eventually(async () => {
    const principal = await other.principals.bySession(session.token);
    expect([...(principal?.permissions ?? [])]).toEqual(['order:view']);
  }, SOON_MS);
});

test('after the live channel lost its connection everything is read again', async () => {
  const session = await createSession(platform.container);
  expect(await known(session)).toMatchObject({ roles: [] });
  const { knex } = platform.container;
  await knex.raw(`select pg_terminate_backend(pid) from pg_stat_activity
                  where application_name = 'haat-live' and datname = current_database()`);
  await grant(platform.container, session.userId, { permissions: ['order:view'] });
  await eventually(async () => {
    const principal = await other.principals.bySession(session.token);
    expect([...(principal?.permissions ?? [])]).toEqual(['order:view']);
  }, SOON_MS);
});
