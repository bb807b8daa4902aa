import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Container, createContainer } from '#runtime/container.js';
import { createSession, grant, joinVendor, type TestSession } from '../_support/accounts.js';
import { receivedAgain, receivedAll } from '../_support/received.js';
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

const http = () => platform.http.as(root.token);

async function known(session: TestSession) {
  // What the factories' own writes made the database tell has passed by then.
  await receivedAll(other);
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
  await receivedAll(other);
  expect(await other.principals.bySession(session.token)).toBeNull();
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
  await receivedAll(other);
  expect(await other.principals.bySession(banned.token)).toBeNull();
  expect(await other.principals.bySession(deleted.token)).toBeNull();
});

test('roles given, changed and taken count everywhere at once', async () => {
  const session = await createSession(platform.container);
  const permissions = async () => [...((await other.principals.bySession(session.token))?.permissions ?? [])];
  expect(await known(session)).toMatchObject({ roles: [] });
  const roleId = await roleWith(['order:view']);
  await http().put(`/admin/users/${session.userId}/roles`, { roleIds: [roleId] });
  await receivedAll(other);
  expect(await permissions()).toEqual(['order:view']);
  await http().patch(`/admin/roles/${roleId}`, { permissions: ['invoice:view'] });
  await receivedAll(other);
  expect(await permissions()).toEqual(['invoice:view']);
  await http().put(`/admin/users/${session.userId}/roles`, { roleIds: [] });
  await receivedAll(other);
  expect(await permissions()).toEqual([]);
});

test('the switch of the vendor and the end of a membership too', async () => {
  const vendor = await createVendor(platform.container);
  const session = await createSession(platform.container);
  expect(await known(session)).toMatchObject({ vendorId: null });
  await joinVendor(platform.container, session.userId, vendor.vendorId, 'member');
  const active = async () => (await other.principals.bySession(session.token))?.vendorId;
  await platform.http.as(session.token).put('/me/active-vendor', { vendorId: vendor.vendorId });
  await receivedAll(other);
  expect(await active()).toBe(vendor.vendorId);

  const member = await platform.container
    .knex('accounts_members')
    .where({ userId: session.userId })
    .first('id');
  const removed = await platform.http.as(vendor.token).post('/auth/organization/remove-member', {
    memberIdOrEmail: member?.id,
    organizationId: vendor.organizationId,
  });
  expect(removed.status).toBe(200);
  await receivedAll(other);
  expect(await active()).toBeNull();
});

test('a revoked API key ends everywhere', async () => {
  const { body } = await http().post<{ id: string; key: string }>('/admin/api-keys', {
    name: 'x',
    permissions: ['order:view'],
  });
  await receivedAll(other);
  expect(await other.principals.byApiKey(body.data.key, '127.0.0.1')).not.toBeNull();
  await http().delete(`/admin/api-keys/${body.data.id}`);
  await receivedAll(other);
  expect(await other.principals.byApiKey(body.data.key, '127.0.0.1')).toBeNull();
});

test('news that arrives while a principal is being read is not lost', async () => {
  const session = await createSession(platform.container);
  await known(session);
  other.principals.forget();
  const reading = other.principals.bySession(session.token);
  await grant(platform.container, session.userId, { permissions: ['order:view'] });
  await reading;
  await receivedAll(other);
  const principal = await other.principals.bySession(session.token);
  expect([...(principal?.permissions ?? [])]).toEqual(['order:view']);
});

test('after the live channel lost its connection everything is read again', async () => {
  const session = await createSession(platform.container);
  expect(await known(session)).toMatchObject({ roles: [] });
  const { knex } = platform.container;
  const again = receivedAgain(other);
  await knex.raw(`select pg_terminate_backend(pid) from pg_stat_activity
                  where application_name = 'haat-live' and datname = current_database()`);
  await grant(platform.container, session.userId, { permissions: ['order:view'] });
  await again;
  await receivedAll(other);
  const principal = await other.principals.bySession(session.token);
  expect([...(principal?.permissions ?? [])]).toEqual(['order:view']);
});
