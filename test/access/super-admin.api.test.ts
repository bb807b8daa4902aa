import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ensureSuperAdmin } from '#api/access/ensure-super-admin.js';
import { createContainer } from '#runtime/container.js';
import { createSession } from '../_support/accounts.js';
import { mailsTo } from '../_support/mails.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
beforeEach(async () => {
  platform = await startPlatform();
});
afterEach(() => platform.stop());

async function superAdmins(): Promise<string[]> {
  return (await platform.container
    .knex('access_user_roles as ur')
    .join('access_roles as r', 'r.id', 'ur.role_id')
    .where({ name: 'superAdmin', builtIn: true })
    .pluck('user_id')) as string[];
}

const signIn = (email: string, password: string) =>
  platform.http.raw('POST', '/auth/sign-in/email', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });

describe('the last superAdmin', () => {
  test('two who remove each other at the same moment: one remains, every time', async () => {
    let item = await createSession(platform.container, { roles: ['superAdmin'] });
    for (let round = 0; round < 6; round += 1) {
      const other = await createSession(platform.container, { roles: ['superAdmin'] });
      const responses = await Promise.all([
        platform.http.as(item.token).put(`/admin/users/${other.userId}/roles`, { roleIds: [] }),
        platform.http.as(other.token).put(`/admin/users/${item.userId}/roles`, { roleIds: [] }),
      ]);
      // The second is no superAdmin any more when its turn comes.
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 403]);
      const left = await superAdmins();
      expect(left).toEqual([responses[0].status === 200 ? item.userId : other.userId]);
      if (left[0] === other.userId) item = other;
    }
  });

  test('cannot step down, be banned, be deleted by account or by SQL', async () => {
    const last = await createSession(platform.container, { roles: ['superAdmin'] });
    const http = platform.http.as(last.token);
    const down = await http.put(`/admin/users/${last.userId}/roles`, { roleIds: [] });
    expect(down).toMatchObject({ status: 409, body: { errorCode: 'CONFLICT' } });
    expect((await http.post(`/admin/users/${last.userId}/ban`)).status).toBe(409);

    const { container } = platform;
    await http.raw('POST', '/auth/delete-user', {
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    const [mail] = await mailsTo(container, last.email);
    expect(mail?.template).toBe('auth.delete_account');
    const link = new URL(String(mail?.variables?.['url']));
    const response = await http.raw('GET', `${link.pathname}${link.search}`, { redirect: 'manual' });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: 'LAST_SUPER_ADMIN' });

    await expect(container.knex('accounts_users').where({ id: last.userId }).delete()).rejects.toThrow(
      'the last superAdmin cannot be removed',
    );
    expect((await http.get('/me')).status).toBe(200);
    expect(await superAdmins()).toEqual([last.userId]);
  });

  test('a banned superAdmin does not count as one that is left', async () => {
    const [item, other] = await Promise.all([
      createSession(platform.container, { roles: ['superAdmin'] }),
      createSession(platform.container, { roles: ['superAdmin'] }),
    ]);
    const http = platform.http.as(item.token);
    const own = await http.post(`/admin/users/${item.userId}/ban`);
    expect(own).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('your own account') },
    });
    expect((await http.post(`/admin/users/${other.userId}/ban`)).status).toBe(200);
    expect((await http.put(`/admin/users/${item.userId}/roles`, { roleIds: [] })).status).toBe(409);
  });
});

describe('the first start', () => {
  test('makes one superAdmin from the configuration, however many processes start at once', async () => {
    const second = await createContainer(platform.container.config, { name: 'second' });
    const made = await Promise.all([
      ensureSuperAdmin(platform.container),
      ensureSuperAdmin(second),
      ensureSuperAdmin(platform.container),
    ]);
    await second.stop();
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await superAdmins()).toHaveLength(1);
    expect(await ensureSuperAdmin(platform.container)).toBe(false);

    const { ADMIN_EMAIL, ADMIN_PASSWORD } = platform.container.config;
    const response = await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
    expect(response.status).toBe(200);
    const { token } = (await response.json()) as { token: string };
    const me = await platform.http.as(token).get<{ roles: string[] }>('/me');
    expect(me.body.data.roles).toEqual(['superAdmin']);
  });

  test('takes the address back from the user who had signed up with it', async () => {
    const { ADMIN_EMAIL, ADMIN_PASSWORD } = platform.container.config;
    const squatter = await createSession(platform.container, { email: ADMIN_EMAIL, emailVerified: false });
    expect(await ensureSuperAdmin(platform.container)).toBe(true);
    expect((await platform.http.as(squatter.token).get('/me')).status).toBe(401);
    expect((await signIn(ADMIN_EMAIL, ADMIN_PASSWORD)).status).toBe(200);
  });
});
