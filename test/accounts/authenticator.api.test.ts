import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { createSession, joinVendor } from '../_support/accounts.js';
import { receivedAll } from '../_support/received.js';
import { pastExpiry } from '../_support/expiry.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

interface Me {
  user: { id: string; email: string | null; name: string | null; anonymous: boolean };
  roles: string[];
  activeVendor: { id: string; role: string } | null;
  vendors: { id: string }[];
}

async function vendor(): Promise<string> {
  const id = newId();
  await platform.container
    .knex('vendors')
    .insert({ id, slug: `vendor-${id}`, displayName: 'Kaveri Textiles' });
  return id;
}

describe('who a request comes from', () => {
  test('bearer token, signed bearer token and cookie are the same session', async () => {
    const session = await createSession(platform.container, { roles: ['admin'] });
    const signed = decodeURIComponent(session.cookie.split('=').slice(1).join('='));
    const responses = await Promise.all([
      platform.http.as(session.token).get<Me>('/me'),
      platform.http.as(signed).get<Me>('/me'),
      platform.http.with({ cookie: `theme=dark; ${session.cookie}` }).get<Me>('/me'),
    ]);
    for (const { status, body } of responses) {
      expect(status).toBe(200);
      expect(body.data.user).toMatchObject({ id: session.userId, email: session.email, anonymous: false });
      expect(body.data.roles).toEqual(['admin']);
    }
  });

  test.each([
    ['nothing', {}],
    ['an unknown token', { authorization: 'Bearer abcdefghijklmnopqrstuvwxyz012345' }],
    ['a token of another scheme', { authorization: 'Basic YTpi' }],
    ['an API key that does not exist', { authorization: 'Bearer haat_abc' }],
    ['an endless token', { authorization: `Bearer ${'a'.repeat(5_000)}` }],
    ['a cookie without signature', { cookie: 'haat.session_token=abc' }],
  ])('%s is 401', async (_name, headers) => {
    const { status, body } = await platform.http.with(headers).get('/me');
    expect(status).toBe(401);
    expect(body).toMatchObject({ data: null, errorCode: 'UNAUTHORIZED' });
  });

  test('a signature that is not ours is worth nothing, in header and cookie', async () => {
    const session = await createSession(platform.container);
    const forged = `${session.token}.${Buffer.alloc(32, 7).toString('base64')}`;
    const responses = await Promise.all([
      platform.http.as(forged).get('/me'),
      platform.http.with({ cookie: `haat.session_token=${encodeURIComponent(forged)}` }).get('/me'),
    ]);
    expect(responses.map((response) => response.status)).toEqual([401, 401]);
  });

  test('a session that is over is 401, also when it was known a moment ago', async () => {
    const over = await createSession(platform.container, { expiresAt: new Date(Date.now() - 1_000) });
    expect((await platform.http.as(over.token).get('/me')).status).toBe(401);
    const ending = await pastExpiry(
      (expiresAt) => createSession(platform.container, { expiresAt }),
      async ({ token }) => (await platform.http.as(token).get('/me')).status === 200,
    );
    expect((await platform.http.as(ending.token).get('/me')).status).toBe(401);
  });

  test('a guest has neither name nor address', async () => {
    const guest = await createSession(platform.container, { anonymous: true });
    const { body } = await platform.http.as(guest.token).get<Me>('/me');
    expect(body.data.user).toMatchObject({ anonymous: true, email: null, name: null });
  });

  test('a known session costs no statement for five seconds, however many ask', async () => {
    const session = await createSession(platform.container, { permissions: ['order:view'] });
    // What the new role made the database tell would make it forget the session once more.
    await receivedAll(platform.container);
    platform.container.principals.forget();
    const statements: string[] = [];
    const listen = ({ sql }: { sql: string }) => statements.push(sql);
    platform.container.knex.on('query', listen);
    await Promise.all(
      Array.from({ length: 10 }, () => platform.http.as(session.token).get('/me/permissions')),
    );
    await platform.http.as(session.token).get('/me/permissions');
    platform.container.knex.off('query', listen);
    expect(statements.filter((sql) => sql.includes('accounts_sessions'))).toHaveLength(1);
  });
});

describe('the active vendor', () => {
  test('is chosen among the vendors of the user, and others are 404', async () => {
    const [own, other, foreign] = await Promise.all([vendor(), vendor(), vendor()]);
    const session = await createSession(platform.container, { vendorId: own });
    await joinVendor(platform.container, session.userId, other, 'member');
    const http = platform.http.as(session.token);

    const before = await http.get<Me>('/me');
    expect(before.body.data.activeVendor).toMatchObject({ id: own, role: 'owner' });
    expect(before.body.data.vendors.map(({ id }) => id).sort()).toEqual([own, other].sort());

    const switched = await http.put<Me>('/me/active-vendor', { vendorId: other });
    expect(switched.status).toBe(200);
    expect(switched.body.data.activeVendor).toMatchObject({ id: other, role: 'member' });
    expect((await http.get<Me>('/me')).body.data.activeVendor).toMatchObject({ id: other });

    for (const vendorId of [foreign, newId()]) {
      const { status, body } = await http.put('/me/active-vendor', { vendorId });
      expect(status).toBe(404);
      expect(body.errorCode).toBe('NOT_FOUND');
    }
    expect((await http.get<Me>('/me')).body.data.activeVendor).toMatchObject({ id: other });

    expect((await http.put<Me>('/me/active-vendor', { vendorId: null })).body.data.activeVendor).toBeNull();
    expect((await http.get('/vendor/settings')).status).toBe(403);
  });

  test('is that of the active organization, else the one of the session, only while the user is a member', async () => {
    const [own, other] = await Promise.all([vendor(), vendor()]);
    const session = await createSession(platform.container, { vendorId: own });
    const organizationId = await joinVendor(platform.container, session.userId, other);
    const { knex, principals } = platform.container;
    const active = async () => {
      principals.forget();
      return (await platform.http.as(session.token).get<Me>('/me')).body.data.activeVendor?.id;
    };
    await knex('accounts_sessions')
      .where({ id: session.sessionId })
      .update({ activeOrganizationId: organizationId });
    expect(await active()).toBe(other);
    await knex('accounts_sessions').where({ id: session.sessionId }).update({ activeOrganizationId: null });
    expect(await active()).toBe(own);
    await knex('accounts_members').where({ userId: session.userId }).delete();
    expect(await active()).toBeUndefined();
  });
});
