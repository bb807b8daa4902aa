import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { totpCode } from '#lib/totp.js';
import { createSession, grant, signInAgo, type TestSession } from '../_support/accounts.js';
import { createApiKey } from '../_support/api-keys.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { mailsTo } from '../_support/mails.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { setSettings } from '../_support/settings.js';

const PASSWORD = 'a long enough password';
const CODES = '/me/second-factor';
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

interface Enrolled extends TestSession {
  secret: string;
  recoveryCodes: string[];
}

/** The code of the next time step: one of this step may have been used. */
const nextCode = (secret: string, steps = 1) => totpCode(secret, new Date(Date.now() + steps * 30_000));

async function enrolled(session?: TestSession): Promise<Enrolled> {
  const own = session ?? (await createSession(platform.container, { roles: ['superAdmin'] }));
  const http = platform.http.as(own.token);
  const begun = await http.post<{ secret: string; uri: string }>(CODES);
  expect(begun.body.data.uri).toContain(`secret=${begun.body.data.secret}`);
  const { secret } = begun.body.data;
  const confirmed = await http.post<{ recoveryCodes: string[] }>(`${CODES}/confirm`, {
    code: nextCode(secret, 0),
  });
  expect(confirmed.status).toBe(200);
  return { ...own, secret, recoveryCodes: confirmed.body.data.recoveryCodes };
}

const reason = async (http: HttpClient, path: string) => {
  const { status, body } = await http.get(path);
  return [status, (body as { reason?: string } | null)?.reason];
};

async function lastLink(email: string, template: string): Promise<string> {
  const mails = (await mailsTo(platform.container, email)).filter((mail) => mail.template === template);
  const url = new URL(String(mails.at(-1)?.variables?.['url']));
  return `${url.pathname}${url.search}`;
}

async function tokenByLink(path: string): Promise<string> {
  const opened = await platform.http.raw('GET', path, { redirect: 'manual' });
  return decodeURIComponent(opened.headers.get('set-auth-token') ?? '').split('.')[0] ?? '';
}

const NEEDED = [403, 'access.second_factor_needed'];

describe('an account with a second factor', () => {
  it('is asked by every way of signing in, and nothing is open until then', async () => {
    const { container, http } = platform;
    const email = `factor-${Date.now()}@example.com`;
    await http.post('/auth/sign-up/email', { email, password: PASSWORD, name: 'Asha Rao' });
    const verified = await tokenByLink(await lastLink(email, 'auth.verification'));
    const row = (await container.knex('accounts_users').where({ email }).first('id')) as { id: string };
    await grant(container, row.id, { roles: ['superAdmin'] });
    container.principals.forget();
    const first = await createSession(container, { userId: row.id, email });
    const { secret, recoveryCodes } = await enrolled(first);
    // The other session of the account ended with the enrolment.
    expect((await http.as(verified).get('/me')).status).toBe(401);

    const ways: Record<string, () => Promise<string>> = {
      password: async () => {
        const { body } = await http.post('/auth/sign-in/email', { email, password: PASSWORD });
        return (body as unknown as { token: string }).token;
      },
      'magic link': async () => {
        await http.post('/auth/sign-in/magic-link', { email });
        return tokenByLink(await lastLink(email, 'auth.magic_link'));
      },
      verification: async () => {
        await container.knex('accounts_users').where({ id: row.id }).update({ emailVerified: false });
        await http.post('/auth/send-verification-email', { email });
        return tokenByLink(await lastLink(email, 'auth.verification'));
      },
      'reset, then password': async () => {
        await http.post('/auth/request-password-reset', { email });
        const token = (await lastLink(email, 'auth.reset_password')).split('?')[0]?.split('/').at(-1);
        await http.post('/auth/reset-password', { token, newPassword: `${PASSWORD}!` });
        const { body } = await http.post('/auth/sign-in/email', { email, password: `${PASSWORD}!` });
        return (body as unknown as { token: string }).token;
      },
      'a guest who signs in': async () => {
        const guest = await createSession(container, { anonymous: true });
        const { body } = await http
          .as(guest.token)
          .post('/auth/sign-in/email', { email, password: `${PASSWORD}!` });
        return (body as unknown as { token: string }).token;
      },
    };
    for (const [name, signIn] of Object.entries(ways)) {
      // Signed links say their time in whole seconds.
      if (name === 'verification') await sleep(1_050);
      const token = await signIn();
      expect([name, token.length]).toEqual([name, 32]);
      const own = http.as(token);
      for (const path of ['/me', '/me/permissions', '/admin/roles', '/vendor/profile', '/store/orders'])
        expect([name, path, ...(await reason(own, path))]).toEqual([name, path, ...NEEDED]);
      for (const path of ['list-sessions', 'get-session', 'organization/list', 'list-accounts'])
        expect([name, path, ...(await reason(own, `/auth/${path}`))]).toEqual([name, path, ...NEEDED]);
      const changes = [
        own.post('/auth/change-password', { currentPassword: PASSWORD, newPassword: 'other password' }),
        own.post('/auth/change-email', { newEmail: 'x@example.com' }),
        own.post('/auth/revoke-other-sessions', {}),
        own.post('/auth/delete-user', {}),
        own.post(CODES),
        own.delete(CODES),
      ];
      for (const { status } of await Promise.all(changes)) expect([name, status]).toEqual([name, 403]);
      expect((await own.get<{ pending: boolean }>(CODES)).body.data).toMatchObject({
        enrolled: true,
        pending: true,
      });
      const wrong = await own.post(`${CODES}/verify`, { code: '000000' });
      expect([wrong.status, wrong.body]).toMatchObject([
        400,
        { reason: 'accounts.wrong_second_factor_code' },
      ]);
      const code = recoveryCodes.pop() ?? '';
      expect((await own.post(`${CODES}/verify`, { code: code.toUpperCase() })).status).toBe(200);
      expect([name, (await own.get('/admin/roles')).status]).toEqual([name, 200]);
      // Once.
      expect((await own.post(`${CODES}/verify`, { code })).status).toBe(400);
    }
    const token = (await ways['magic link']?.()) ?? '';
    const code = nextCode(secret);
    expect((await http.as(token).post(`${CODES}/verify`, { code })).status).toBe(200);
    const again = (await ways['magic link']?.()) ?? '';
    expect((await http.as(again).post(`${CODES}/verify`, { code })).status).toBe(400);
    expect((await http.as(again).post('/auth/sign-out', {})).status).toBe(200);
  });

  it('is told by mail and audit, keeps its API keys, and renews its codes', async () => {
    const { container, http } = platform;
    const session = await enrolled();
    const { key } = await createApiKey(container, { userId: session.userId });
    expect((await http.as(key).get('/admin/roles')).status).toBe(200);
    const renewed = await http.as(session.token).post<{ recoveryCodes: string[] }>(`${CODES}/recovery-codes`);
    expect(renewed.body.data.recoveryCodes).toHaveLength(10);
    const fresh = await createSession(container, { userId: session.userId });
    const old = { code: session.recoveryCodes[0] };
    expect((await http.as(fresh.token).post(`${CODES}/verify`, old)).status).toBe(400);
    const removed = await http.as(session.token).delete(CODES);
    expect(removed.body.data).toMatchObject({ enrolled: false, recoveryCodesLeft: 0 });
    const audit = await container
      .knex('audit_entries')
      .where({ entityId: session.userId, key: 'secondFactor' })
      .orderBy('id')
      .pluck('action');
    expect(audit).toEqual(['enrol', 'renewRecoveryCodes', 'removeFactor']);
    const mails = (await mailsTo(container, session.email)).filter(
      ({ template }) => template === 'auth.account_security',
    );
    expect(mails.map(({ variables }) => variables?.['what'])).toEqual([
      'A second factor was set up',
      'New recovery codes were made; the old ones no longer work',
      'The second factor was removed',
    ]);
    const stored = JSON.stringify(
      await Promise.all(
        ['accounts_second_factors', 'accounts_recovery_codes', 'audit_entries', 'outbox_events'].map(
          (table) => container.knex(table),
        ),
      ),
    );
    for (const secret of [session.secret, ...session.recoveryCodes]) expect(stored).not.toContain(secret);
  });
});

describe('setting one up', () => {
  it('is for people with a role, in a fresh session', async () => {
    const { container, http } = platform;
    const customer = await createSession(container);
    expect((await http.as(customer.token).post(CODES)).body).toMatchObject({
      reason: 'accounts.second_factor_for_roles',
    });
    const old = await createSession(container, { roles: ['admin'] });
    await signInAgo(container, old, 11);
    expect((await http.as(old.token).post(CODES)).body).toMatchObject({
      reason: 'access.fresh_session_needed',
    });
  });

  it('is all that is open seven days after the platform requires it', async () => {
    const { container, http } = platform;
    const { knex, principals } = container;
    await setSettings(container, { 'admin.access.require_second_factor': true });
    const [admin, customer] = [
      await createSession(container, { roles: ['admin'] }),
      await createSession(container),
    ];
    const own = http.as(admin.token);
    expect((await own.get('/admin/roles')).status).toBe(200);
    expect((await own.get<{ required: boolean }>(CODES)).body.data.required).toBe(true);
    const past = new Date(Date.now() - 8 * 24 * 3_600_000);
    await knex('access_user_roles').where({ userId: admin.userId }).update({ createdAt: past });
    principals.forget();
    // The days count from the later of the two.
    expect((await own.get('/admin/roles')).status).toBe(200);
    await knex('settings_values')
      .where({ key: 'admin.access.require_second_factor' })
      .update({ updatedAt: past });
    principals.forget();
    expect(await reason(own, '/admin/roles')).toEqual([403, 'access.second_factor_required']);
    expect(await reason(own, '/auth/list-sessions')).toEqual([403, 'access.second_factor_required']);
    expect((await http.as(customer.token).get('/me')).status).toBe(200);
    await enrolled(admin);
    expect((await own.get('/admin/roles')).status).toBe(200);
    expect((await own.delete(CODES)).body).toMatchObject({ reason: 'accounts.second_factor_stays' });
    await setSettings(container, { 'admin.access.require_second_factor': false });
  });
});

it('a sign-in of somebody with a role from a new address is mailed, the first one is not', async () => {
  const { container } = platform;
  const admin = await createSession(container, { roles: ['admin'] });
  await container
    .knex('accounts_known_addresses')
    .insert({ userId: admin.userId, addressHash: 'of another place' });
  const signIn = async () => {
    await platform.http.post('/auth/sign-in/magic-link', { email: admin.email });
    await tokenByLink(await lastLink(admin.email, 'auth.magic_link'));
  };
  await signIn();
  await signIn();
  const mails = (await mailsTo(container, admin.email)).filter(
    ({ template }) => template === 'auth.account_security',
  );
  expect(mails).toMatchObject([
    { variables: { what: 'A sign-in from an address that was not used before', device: 'node' } },
  ]);
  const url = await lastLink(admin.email, 'auth.magic_link');
  await platform.http.post('/auth/sign-in/magic-link', { email: admin.email });
  const link = await lastLink(admin.email, 'auth.magic_link');
  expect(link).not.toBe(url);
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Safari/604.1';
  await platform.http.raw('GET', link, { redirect: 'manual', headers: { 'user-agent': phone } });
  const last = (await mailsTo(container, admin.email)).filter(
    ({ template }) => template === 'auth.account_security',
  );
  expect(last.at(-1)).toMatchObject({
    variables: { what: 'A sign-in from a device that was not used before', device: 'Safari on iPhone' },
  });
  expect(last).toHaveLength(2);
});

describe('signing in', () => {
  it('says whether the account asks for a code next', async () => {
    const { container, http } = platform;
    const email = `hint-${Date.now()}@example.com`;
    await http.post('/auth/sign-up/email', { email, password: PASSWORD, name: 'Asha Rao' });
    await container.knex('accounts_users').where({ email }).update({ emailVerified: true });
    const signIn = async () =>
      (await http.post('/auth/sign-in/email', { email, password: PASSWORD })).body as unknown as {
        token: string;
        secondFactorPending: boolean;
      };
    expect(await signIn()).toMatchObject({ secondFactorPending: false, user: { email } });
    const row = (await container.knex('accounts_users').where({ email }).first('id')) as { id: string };
    await grant(container, row.id, { roles: ['admin'] });
    await enrolled(await createSession(container, { userId: row.id, email }));
    const pending = await signIn();
    expect(pending).toMatchObject({ secondFactorPending: true, user: { email } });
    expect((await http.as(pending.token).get('/me')).status).toBe(403);
    await http.post('/auth/sign-in/magic-link', { email });
    const opened = await http.raw(
      'GET',
      (await lastLink(email, 'auth.magic_link')).replace(/&?callbackURL=[^&]*/, ''),
    );
    expect(await opened.json()).toMatchObject({ secondFactorPending: true });
  });
});

describe('a lost second factor', () => {
  it('is removed by npm run admin:reset-second-factor, audited and mailed, and ends the sessions', async () => {
    const { container, http } = platform;
    const session = await enrolled();
    const { config } = container;
    const run = (email: string) =>
      promisify(execFile)(process.execPath, ['scripts/run.mjs', 'reset-second-factor', email], {
        env: {
          ...process.env,
          NODE_ENV: 'test',
          LOG_LEVEL: 'silent',
          DATABASE_URL: config.DATABASE_URL,
          TEMPORAL_ADDRESS: config.TEMPORAL_ADDRESS,
          TEMPORAL_NAMESPACE: config.TEMPORAL_NAMESPACE,
          STORAGE_DIR: config.STORAGE_DIR,
        },
      });
    const { stdout } = await run(session.email.toUpperCase());
    expect(stdout.trim().split('\n').at(-1)).toContain(
      'is removed; its sessions have ended, and a mail says so',
    );
    await eventually(async () => expect((await http.as(session.token).get('/me')).status).toBe(401));
    const { knex } = container;
    expect(await knex('accounts_second_factors').where({ userId: session.userId })).toEqual([]);
    expect(await knex('accounts_recovery_codes').where({ userId: session.userId })).toEqual([]);
    const entries = await knex('audit_entries').where({
      entityId: session.userId,
      action: 'resetSecondFactor',
    });
    expect(entries).toMatchObject([{ actorType: 'system', actorId: 'reset-second-factor' }]);
    const mails = (await mailsTo(container, session.email)).map(({ variables }) => variables?.['what']);
    expect(mails.at(-1)).toBe('The second factor was removed by an operator of the platform');
    await expect(run('nobody@example.com')).rejects.toMatchObject({
      stdout: expect.stringContaining(
        'There is no account nobody@example.com with a second factor',
      ) as unknown as string,
    });
    const again = await createSession(container, { userId: session.userId, email: session.email });
    expect((await http.as(again.token).get('/admin/roles')).status).toBe(200);
  });
});

describe('guessing codes', () => {
  it('is held back after ten wrong ones for the account, whichever session they come from, and right ones are free', async () => {
    const limited = await startPlatform({ environment: { RATE_LIMIT_FACTOR: '1' } });
    try {
      const { container, http } = limited;
      const own = await createSession(container, { roles: ['admin'] });
      const secret = (await http.as(own.token).post<{ secret: string }>(CODES)).body.data.secret;
      const confirmed = await http
        .as(own.token)
        .post<{ recoveryCodes: string[] }>(`${CODES}/confirm`, { code: nextCode(secret, 0) });
      const codes = confirmed.body.data.recoveryCodes;
      const verify = async (code: string) => {
        const { token } = await createSession(container, { userId: own.userId, email: own.email });
        const { status, headers } = await http.as(token).post(`${CODES}/verify`, { code });
        return { status, wait: Number(headers.get('retry-after') ?? 0) };
      };
      for (const code of codes.splice(0, 3)) expect((await verify(code)).status).toBe(200);
      // At the same time, so that none is looked at before it is counted.
      const wrong = await Promise.all(Array.from({ length: 12 }, () => verify('000000')));
      expect(wrong.filter(({ status }) => status === 400)).toHaveLength(10);
      const held = await verify(codes[0] ?? '');
      expect(held.status).toBe(429);
      expect(held.wait).toBeGreaterThan(600);
      const other = await createSession(container, { roles: ['admin'] });
      expect((await http.as(other.token).get('/admin/roles')).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });
});
