import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { allPermissions } from '#domain/access/catalogue.js';
import { newId } from '#lib/ids.js';
import { createSession, createUser, type TestSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

interface Role {
  id: string;
  name: string;
  description: string;
  permissions: string[];
  builtIn: boolean;
  userCount: number;
  deletedAt: string | null;
}
interface User {
  id: string;
  email: string | null;
  roles: { id: string; name: string }[];
}

let platform: TestPlatform;
let root: TestSession;
let http: HttpClient;
beforeAll(async () => {
  platform = await startPlatform();
  root = await createSession(platform.container, { roles: ['superAdmin'] });
  http = platform.http.as(root.token);
});
afterAll(() => platform.stop());

const roleName = () => `role ${newId()}`;

async function newRole(permissions: string[]): Promise<Role> {
  const { status, body } = await http.post<Role>('/admin/roles', { name: roleName(), permissions });
  expect(status).toBe(201);
  return body.data;
}

const setRoles = (client: HttpClient, userId: string, roleIds: string[]) =>
  client.put<User>(`/admin/users/${userId}/roles`, { roleIds });

const auditOf = (entityId: string) =>
  platform.container.knex('audit_entries').where({ entityId }).orderBy('id') as Promise<
    { action: string; key: string | null; before: unknown; after: unknown; actorId: string }[]
  >;

describe('roles', () => {
  test('the catalogue lists every permission with its sentence', async () => {
    const { body } = await http.get<{ permission: string; description: string }[]>('/admin/permissions');
    expect(body.data.map(({ permission }) => permission)).toEqual(
      [...allPermissions].sort((a, b) => a.localeCompare(b)),
    );
  });

  test('the built-in ones follow the catalogue and cannot be changed', async () => {
    const { body } = await http.get<Role[]>('/admin/roles?filters[]=builtIn:eq:true&sort=name:asc');
    const [admin, superAdmin] = body.data;
    expect(superAdmin).toMatchObject({ name: 'superAdmin', permissions: [...allPermissions].sort() });
    expect(admin?.permissions).toHaveLength(allPermissions.size - 3);
    for (const role of [admin, superAdmin]) {
      const changed = await http.patch(`/admin/roles/${role?.id ?? ''}`, { permissions: [] });
      expect(changed).toMatchObject({ status: 409, body: { errorCode: 'CONFLICT' } });
      expect((await http.delete(`/admin/roles/${role?.id ?? ''}`)).status).toBe(409);
    }
  });

  test('create, change, give, take, delete; each change leaves an audit row', async () => {
    const role = await newRole(['order:view', 'invoice:view', 'order:view']);
    expect(role).toMatchObject({ permissions: ['invoice:view', 'order:view'], builtIn: false, userCount: 0 });
    const clerk = await createSession(platform.container);
    const mine = platform.http.as(clerk.token);
    expect((await mine.get('/admin/permissions')).status).toBe(403);

    const given = await setRoles(http, clerk.userId, [role.id]);
    expect(given.body.data.roles).toEqual([{ id: role.id, name: role.name }]);
    expect((await mine.get<string[]>('/me/permissions')).body.data).toEqual(['invoice:view', 'order:view']);

    const changed = await http.patch<Role>(`/admin/roles/${role.id}`, { permissions: ['role:read'] });
    expect(changed.body.data).toMatchObject({ name: role.name, permissions: ['role:read'], userCount: 1 });
    expect((await mine.get('/admin/permissions')).status).toBe(200);

    const inUse = await http.delete(`/admin/roles/${role.id}`);
    expect(inUse).toMatchObject({ status: 409, body: { errorCode: 'CONFLICT' } });
    await setRoles(http, clerk.userId, []);
    expect((await mine.get('/admin/permissions')).status).toBe(403);

    for (let repeat = 0; repeat < 2; repeat += 1) {
      const deleted = await http.delete<Role>(`/admin/roles/${role.id}`);
      expect(deleted.status).toBe(200);
      expect(deleted.body.data.deletedAt).not.toBeNull();
    }
    expect((await http.patch(`/admin/roles/${role.id}`, { name: 'x' })).status).toBe(404);
    expect((await setRoles(http, clerk.userId, [role.id])).status).toBe(400);

    expect((await auditOf(role.id)).map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
    const changes = await auditOf(clerk.userId);
    expect(changes.map(({ key, before, after }) => ({ key, before, after }))).toEqual([
      { key: 'roles', before: [], after: [role.name] },
      { key: 'roles', before: [role.name], after: [] },
    ]);
    expect(changes[0]?.actorId).toBe(root.userId);
  });

  test('names are unique among live roles, whatever their case, and free again after a delete', async () => {
    const role = await newRole([]);
    const again = { name: role.name.toUpperCase(), permissions: [] };
    expect(await http.post('/admin/roles', again)).toMatchObject({
      status: 409,
      body: { errorCode: 'UNIQUE_VIOLATION' },
    });
    expect((await http.post('/admin/roles', { name: 'SUPERADMIN', permissions: [] })).status).toBe(409);
    await http.delete(`/admin/roles/${role.id}`);
    expect((await http.post('/admin/roles', again)).status).toBe(201);
  });

  test.each([
    ['an unknown permission', { name: 'x', permissions: ['order:teleport'] }, 'body.permissions.0'],
    ['no name', { name: ' ', permissions: [] }, 'body.name'],
    ['an unknown key', { name: 'x', permissions: [], builtIn: true }, 'body'],
  ])('%s is 400', async (_name, body, path) => {
    const response = await http.post('/admin/roles', body);
    expect(response.status).toBe(400);
    expect(response.body.errors?.map((error) => error.path)).toContain(path);
  });
});

describe('nobody grants what they do not hold', () => {
  test('neither in a role nor by giving or taking one', async () => {
    const manager = await createSession(platform.container, { permissions: ['role:manage', 'order:view'] });
    const mine = platform.http.as(manager.token);
    const { userId } = await createUser(platform.container);
    const strong = await newRole(['payout:manage', 'order:view']);
    const weak = await newRole(['order:view']);

    const refused = [
      await mine.post('/admin/roles', { name: roleName(), permissions: ['payout:manage'] }),
      await mine.patch(`/admin/roles/${weak.id}`, { permissions: ['order:view', 'payout:manage'] }),
      await mine.patch(`/admin/roles/${strong.id}`, { permissions: ['order:view'] }),
      await setRoles(mine, userId, [strong.id]),
      await setRoles(mine, root.userId, []),
    ];
    for (const { status, body } of refused) {
      expect(status).toBe(403);
      expect(body.errorCode).toBe('FORBIDDEN');
    }
    expect(refused[0]?.body.message).toContain('payout:manage');

    expect((await mine.post('/admin/roles', { name: roleName(), permissions: ['order:view'] })).status).toBe(
      201,
    );
    expect((await setRoles(mine, userId, [weak.id])).status).toBe(200);
    await setRoles(http, userId, [weak.id, strong.id]);
    expect((await setRoles(mine, userId, [weak.id])).status).toBe(403);
    expect((await setRoles(mine, userId, [strong.id])).status).toBe(200);
  });

  test('a user who holds more can be banned by nobody who holds less', async () => {
    const manager = await createSession(platform.container, { permissions: ['role:manage'] });
    const response = await platform.http.as(manager.token).post(`/admin/users/${root.userId}/ban`);
    expect(response.status).toBe(403);
    expect((await http.get('/me')).status).toBe(200);
  });

  test('a grant is decided by what the caller holds when it is written, not when they were let in', async () => {
    const manager = await createSession(platform.container, { permissions: ['role:manage', 'order:view'] });
    const mine = platform.http.as(manager.token);
    expect((await mine.get('/me/permissions')).status).toBe(200);
    // Behind the back of the process: it still remembers the permissions.
    const { knex, principals } = platform.container;
    const known = await principals.bySession(manager.token);
    await knex('access_user_roles').where({ userId: manager.userId }).delete();
    expect(known?.permissions.has('role:manage')).toBe(true);
    const response = await mine.post('/admin/roles', { name: roleName(), permissions: ['order:view'] });
    expect(response.status).toBe(403);
  });
});

describe('users', () => {
  test('are found by address and name; guests only when asked for', async () => {
    const unique = newId();
    const { userId } = await createUser(platform.container, {
      email: `vikram-${unique}@example.com`,
      name: `Vikram ${unique}`,
    });
    const guest = await createUser(platform.container, { anonymous: true });
    for (const search of [`VIKRAM-${unique}@`, `vikram ${unique}`]) {
      const { body } = await http.get<User[]>(`/admin/users?search=${encodeURIComponent(search)}`);
      expect(body.data.map(({ id }) => id)).toEqual([userId]);
      expect(body.metadata).toMatchObject({ total: 1, offset: 0, hasMore: false });
    }
    const all = await http.get<User[]>(`/admin/users?limit=100`);
    expect(all.body.data.map(({ id }) => id)).not.toContain(guest.userId);
    const guests = await http.get<User[]>(`/admin/users?filters[]=anonymous:eq:true`);
    expect(guests.body.data).toMatchObject([{ id: guest.userId, email: null }]);
  });

  test('a guest gets no roles; unknown roles and users are refused', async () => {
    const guest = await createUser(platform.container, { anonymous: true });
    const role = await newRole(['order:view']);
    expect((await setRoles(http, guest.userId, [role.id])).status).toBe(409);
    expect((await setRoles(http, newId(), [role.id])).status).toBe(404);
    const { userId } = await createUser(platform.container);
    const unknown = await setRoles(http, userId, [role.id, newId()]);
    expect(unknown).toMatchObject({ status: 400, body: { errors: [{ path: 'body.roleIds.1' }] } });
  });
});
