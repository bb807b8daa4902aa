import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createSession, grant, type TestSession } from '../_support/accounts.js';
import { createApiKey } from '../_support/api-keys.js';
import type { HttpClient } from '../_support/http-client.js';
import { pastExpiry } from '../_support/expiry.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

interface ApiKey {
  id: string;
  key: string;
  prefix: string;
  permissions: string[];
  createdBy: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
}

let platform: TestPlatform;
let creator: TestSession;
let http: HttpClient;
const held = ['apiKey:manage', 'audit:read', 'role:read', 'order:view'];
beforeAll(async () => {
  platform = await startPlatform();
  creator = await createSession(platform.container, { permissions: held });
  http = platform.http.as(creator.token);
});
afterAll(() => platform.stop());

async function newKey(permissions: string[], expiresAt?: string): Promise<ApiKey> {
  const { status, body } = await http.post<ApiKey>('/admin/api-keys', {
    name: 'ERP',
    permissions,
    expiresAt,
  });
  expect(status).toBe(201);
  return body.data;
}

const permissionsOf = async (key: string) => {
  const { status, body } = await platform.http.as(key).get<string[]>('/me/permissions');
  return status === 200 ? body.data : status;
};

describe('API keys', () => {
  test('are shown once, kept as a hash, and used as a bearer token', async () => {
    const created = await newKey(['audit:read']);
    expect(created.key).toMatch(/^haat_[\w-]{43}$/);
    expect(created.key.startsWith(created.prefix)).toBe(true);
    const client = platform.http.as(created.key);
    expect((await client.get('/admin/audit')).status).toBe(200);
    expect(await permissionsOf(created.key)).toEqual(['audit:read']);

    const { body } = await http.get<ApiKey[]>('/admin/api-keys');
    const listed = body.data.find(({ id }) => id === created.id);
    expect(listed).toMatchObject({ prefix: created.prefix, createdBy: creator.userId, revokedAt: null });
    expect(listed?.lastUsedAt).not.toBeNull();
    expect(JSON.stringify(body)).not.toContain(created.key);

    const stored = await platform.container.knex('access_api_keys').where({ id: created.id }).first();
    expect(JSON.stringify(stored)).not.toContain(created.key.slice(created.prefix.length));
    const audit = await platform.container.knex('audit_entries').where({ entityId: created.id });
    expect(audit).toMatchObject([{ entity: 'apiKey', action: 'create', actorId: creator.userId }]);
    expect(JSON.stringify(audit)).not.toContain(created.key);
  });

  test('what a key does is recorded as the key’s doing', async () => {
    const admin = await createSession(platform.container, { roles: ['superAdmin'] });
    const { body } = await platform.http.as(admin.token).post<ApiKey>('/admin/api-keys', {
      name: 'settings',
      permissions: ['adminSetting:update'],
    });
    const patch = { 'branding.store_name': 'Bazaar' };
    expect((await platform.http.as(body.data.key).patch('/admin/settings/store', patch)).status).toBe(200);
    const entry = await platform.container
      .knex('audit_entries')
      .where({ key: 'store.branding.store_name' })
      .first();
    expect(entry).toMatchObject({ actorType: 'api_key', actorId: body.data.id });
  });

  test('are limited to what their creator holds', async () => {
    const response = await http.post('/admin/api-keys', {
      name: 'x',
      permissions: ['order:view', 'payout:manage'],
    });
    expect(response).toMatchObject({ status: 403, body: { errorCode: 'FORBIDDEN' } });
    expect(response.body.message).toContain('payout:manage');
    expect((await http.post('/admin/api-keys', { name: 'x', permissions: [] })).status).toBe(400);
  });

  test('lose what their creator loses', async () => {
    const other = await createSession(platform.container, { permissions: ['apiKey:manage'] });
    await grant(platform.container, other.userId, { permissions: ['order:view', 'audit:read'] });
    const created = await platform.http
      .as(other.token)
      .post<ApiKey>('/admin/api-keys', { name: 'x', permissions: ['order:view', 'audit:read'] });
    const { key } = created.body.data;
    expect(await permissionsOf(key)).toEqual(['audit:read', 'order:view']);
    const admin = await createSession(platform.container, { roles: ['superAdmin'] });
    const root = platform.http.as(admin.token);
    const roles = await root.get<{ roles: { id: string; name: string }[] }[]>(
      `/admin/users?filters[]=id:eq:${other.userId}`,
    );
    const [first] = roles.body.data[0]?.roles ?? [];
    await root.put(`/admin/users/${other.userId}/roles`, { roleIds: [first?.id] });
    const left = await permissionsOf(key);
    expect([[], ['audit:read', 'order:view']]).toContainEqual(left);
    await root.put(`/admin/users/${other.userId}/roles`, { roleIds: [] });
    expect(await permissionsOf(key)).toEqual([]);
    await root.post(`/admin/users/${other.userId}/ban`);
    expect(await permissionsOf(key)).toBe(401);
  });

  test('are revoked only by who holds all that they hold, own keys excepted', async () => {
    const root = await createSession(platform.container, { roles: ['superAdmin'] });
    const key = await createApiKey(platform.container, { userId: root.userId, permissions: ['order:view'] });
    const keeper = await createSession(platform.container, { permissions: ['apiKey:manage', 'order:view'] });
    const http = platform.http.as(keeper.token);
    const own = await createApiKey(platform.container, {
      userId: keeper.userId,
      permissions: ['order:view'],
    });
    const larger = await createApiKey(platform.container, {
      userId: root.userId,
      permissions: ['order:view', 'refund:create'],
    });
    const refused = await http.delete(`/admin/api-keys/${larger.id}`);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'You cannot grant or revoke permissions that you do not hold: refund:create',
    ]);
    expect((await platform.http.as(larger.key).get('/admin/orders')).status).toBe(200);
    expect((await http.delete(`/admin/api-keys/${key.id}`)).status).toBe(200);
    await platform.container.knex('access_user_roles').where({ userId: keeper.userId }).delete();
    await grant(platform.container, keeper.userId, { permissions: ['apiKey:manage'] });
    platform.container.principals.forget();
    expect((await http.delete(`/admin/api-keys/${own.id}`)).status).toBe(200);
  });

  test('end when they are revoked, and at their time', async () => {
    const created = await newKey(['order:view']);
    expect(await permissionsOf(created.key)).toEqual(['order:view']);
    for (let repeat = 0; repeat < 2; repeat += 1) {
      const revoked = await http.delete<ApiKey>(`/admin/api-keys/${created.id}`);
      expect(revoked.status).toBe(200);
      expect(revoked.body.data.revokedAt).not.toBeNull();
    }
    expect(await permissionsOf(created.key)).toBe(401);
    const audit = await platform.container.knex('audit_entries').where({ entityId: created.id });
    expect(audit.map(({ action }: { action: string }) => action).sort()).toEqual(['create', 'revoke']);

    const past = { name: 'x', permissions: ['order:view'], expiresAt: '2020-01-01T00:00:00Z' };
    expect((await http.post('/admin/api-keys', past)).status).toBe(400);
    const short = await pastExpiry(
      (endsAt) => newKey(['order:view'], endsAt.toISOString()),
      async ({ key }) => String(await permissionsOf(key)) === 'order:view',
    );
    expect(await permissionsOf(short.key)).toBe(401);
  });

  test('are no session at the sign-in paths', async () => {
    const { key } = await newKey(['order:view']);
    const client = platform.http.as(key);
    const session = await client.get('/auth/get-session');
    expect([session.status, session.body]).toEqual([200, null]);
    const refused = await Promise.all([
      client.get('/auth/list-sessions'),
      client.post('/auth/update-user', { name: 'Somebody else' }),
      client.post('/auth/revoke-sessions', {}),
      client.post('/auth/delete-user', {}),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });

  test('cannot hand out rights, make keys, or act as their creator', async () => {
    const admin = await createSession(platform.container, { roles: ['superAdmin'] });
    const { body } = await platform.http.as(admin.token).post<ApiKey>('/admin/api-keys', {
      name: 'x',
      permissions: ['role:manage', 'apiKey:manage', 'role:read'],
    });
    const client = platform.http.as(body.data.key);
    expect((await client.get('/admin/roles')).status).toBe(200);
    const refused = await Promise.all([
      client.post('/admin/roles', { name: 'x', permissions: [] }),
      client.put(`/admin/users/${creator.userId}/roles`, { roleIds: [] }),
      client.post('/admin/api-keys', { name: 'x', permissions: ['role:read'] }),
      client.get('/me'),
      client.get('/vendor/settings'),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  });
});
