import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sha256 } from '#lib/crypto.js';
import { newId } from '#lib/ids.js';
import { createSession, createUser } from '../_support/accounts.js';
import { mailsTo, type QueuedMail } from '../_support/mails.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { receivedAll } from '../_support/received.js';

const ORIGIN = 'http://localhost:4000';
const PASSWORD = 'a long enough password';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

interface AuthBody {
  token: string | null;
  user: { id: string; email: string; emailVerified: boolean };
  code?: string;
}

/** A call to better-auth, in its own shapes. */
async function auth(path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await platform.http.raw(body === undefined ? 'GET' : 'POST', `/auth${path}`, {
    redirect: 'manual',
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  const json = (text.startsWith('{') || text === 'null' ? JSON.parse(text) : {}) as AuthBody;
  return { status: response.status, headers: response.headers, body: json };
}

async function lastMail(recipient: string): Promise<QueuedMail> {
  const mail = (await mailsTo(platform.container, recipient)).at(-1);
  if (!mail) throw new Error(`No mail to ${recipient}`);
  return mail;
}

/** The link of a mail, as a path of the server under test. */
function linkOf(mail: QueuedMail): string {
  const url = new URL(String(mail.variables?.['url']));
  return `${url.pathname.replace(/^\/auth/, '')}${url.search}`;
}

const address = () => `buyer-${newId()}@example.com`;

async function signUp(email = address()) {
  const response = await auth('/sign-up/email', { email, password: PASSWORD, name: 'Asha Rao' });
  return { email, response };
}

async function verified(email = address()) {
  await signUp(email);
  await auth(linkOf(await lastMail(email)));
  return email;
}

describe('the language of mails', () => {
  const localeOf = async (email: string) => {
    const user = await platform.container.knex('accounts_users').where({ email }).first('locale');
    return (user as { locale: string | null }).locale;
  };
  const signUpIn = async (locale: unknown, accepted = '') => {
    const email = address();
    const body = { email, password: PASSWORD, name: 'Asha Rao', locale };
    const { status } = await auth('/sign-up/email', body, { 'accept-language': accepted });
    return { email, status, mail: await lastMail(email) };
  };

  test('is the one that a sign-up names, else the best that its browser accepts, else that of the store', async () => {
    const cases: [named: unknown, accepted: string, kept: string | null][] = [
      ['hi-IN', 'en', 'hi'],
      [undefined, 'fr-FR, hi-IN;q=0.8, en;q=0.9;x, *;q=0.1', 'en'],
      [undefined, 'ta, HI-in;q=0.7, en;q=0.3', 'hi'],
      ['xx', 'ta', null],
      [undefined, `${','.repeat(2_000)};;q=,hi;q=9`, null],
    ];
    for (const [named, accepted, kept] of cases) {
      const { email, status, mail } = await signUpIn(named, accepted);
      expect([status, await localeOf(email), mail.locale]).toEqual([200, kept, kept ?? 'en']);
    }
  });

  test('is changed by its owner, to one that mails come in', async () => {
    const { token, email } = await createSession(platform.container);
    const client = platform.http.as(token);
    const me = await client.get<{ user: { locale: string | null }; locales: unknown }>('/me');
    expect(me.body.data.user.locale).toBeNull();
    expect(me.body.data.locales).toEqual([
      { locale: 'en', name: 'English' },
      { locale: 'hi', name: 'हिन्दी' },
    ]);
    expect((await client.patch('/me', { locale: 'hi-IN' })).body.data).toMatchObject({
      user: { locale: 'hi' },
    });
    const refused = await client.patch('/me', { locale: 'fr' });
    expect([refused.status, refused.body.errors?.[0]?.message]).toEqual([
      400,
      expect.stringContaining('must be one of en, hi'),
    ]);
    await auth('/request-password-reset', { email });
    expect((await lastMail(email)).locale).toBe('hi');
    expect((await client.patch('/me', { locale: null })).status).toBe(200);
    expect(await localeOf(email)).toBeNull();
  });
});

describe('e-mail and password', () => {
  test('sign-up, verification by mail, sign-in, sign-out', async () => {
    const { email, response } = await signUp(`Buyer-${newId()}@Example.com`);
    expect(response.status).toBe(200);
    expect(response.body.token).toBeNull();
    expect(response.headers.get('set-cookie')).toBeNull();

    const recipient = email.toLowerCase();
    const mail = await lastMail(recipient);
    expect(mail).toMatchObject({
      template: 'auth.verification',
      role: 'customer',
      state: 'queued',
      attempts: 0,
    });
    expect(mail.variables).toMatchObject({ customerName: 'Asha Rao' });

    const early = await auth('/sign-in/email', { email, password: PASSWORD });
    expect(early.status).toBe(403);

    const opened = await auth(linkOf(mail));
    expect(opened.status).toBe(302);
    const signedInByLink = opened.headers.get('set-auth-token') ?? '';
    expect((await platform.http.as(signedInByLink).get('/me')).status).toBe(200);
    expect((await lastMail(recipient)).template).toBe('auth.welcome');

    const entered = await auth('/sign-in/email', { email, password: PASSWORD });
    expect(entered.status).toBe(200);
    const token = entered.body.token ?? '';
    const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    expect(cookie).toMatch(/^haat\.session_token=/);
    expect(entered.headers.get('set-cookie')).toMatch(/HttpOnly/);
    for (const client of [platform.http.as(token), platform.http.with({ cookie })]) {
      const me = await client.get<{ user: { email: string; emailVerified: boolean } }>('/me');
      expect(me.body.data.user).toMatchObject({ email: recipient, emailVerified: true });
    }

    expect((await auth('/sign-out', {}, { authorization: `Bearer ${token}` })).status).toBe(200);
    expect((await platform.http.as(token).get('/me')).status).toBe(401);
    expect((await platform.http.as(signedInByLink).get('/me')).status).toBe(200);
  });

  test('every row of better-auth has a UUIDv7', async () => {
    const email = await verified();
    await auth('/request-password-reset', { email });
    for (const table of ['users', 'sessions', 'credentials', 'verifications']) {
      const ids = (await platform.container.knex(`accounts_${table}`).pluck('id')) as string[];
      expect(ids.length).toBeGreaterThan(0);
      for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    }
  });

  test('a sign-up with a taken address looks like any other, and changes nothing', async () => {
    const email = await verified();
    const mailsBefore = (await mailsTo(platform.container, email)).length;
    const again = await auth('/sign-up/email', { email, password: 'another password', name: 'Someone Else' });
    const fresh = await signUp();
    expect(again.status).toBe(fresh.response.status);
    expect(Object.keys(again.body.user).sort()).toEqual(Object.keys(fresh.response.body.user).sort());
    expect(again.body.user.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect((await auth('/sign-in/email', { email, password: 'another password' })).status).toBe(401);
    expect((await mailsTo(platform.container, email)).length).toBe(mailsBefore);
  });

  test('a repeated sign-up of an address that was not verified mails a link to set the password', async () => {
    const { email } = await signUp();
    const again = await auth('/sign-up/email', { email, password: 'another password', name: 'Asha Rao' });
    expect(again.status).toBe(200);
    const mail = await lastMail(email);
    expect(mail.template).toBe('auth.reset_password');
    const token = new URL(String(mail.variables?.['url'])).pathname.split('/').pop();
    expect((await auth('/reset-password', { token, newPassword: 'the newest password' })).status).toBe(200);
  });

  test('a changed password ends the other sessions, and lists of sessions carry no token', async () => {
    const email = await verified();
    const tokens = [];
    for (let n = 0; n < 3; n += 1)
      tokens.push((await auth('/sign-in/email', { email, password: PASSWORD })).body.token ?? '');
    const [own, other, third] = tokens as [string, string, string];
    const bearer = { authorization: `Bearer ${own}` };
    const listed = await platform.http.raw('GET', '/auth/list-sessions', { headers: bearer });
    expect(listed.headers.get('cache-control')).toBe('private, no-store');
    const text = await listed.text();
    for (const token of tokens) expect(text).not.toContain(token);
    const sessions = JSON.parse(text) as { id: string }[];
    const row = (await platform.container
      .knex('accounts_sessions')
      .where({ tokenHash: sha256(third) })
      .first('id')) as {
      id: string;
    };
    expect(sessions.map(({ id }) => id)).toContain(row.id);
    expect((await auth('/revoke-session', { token: row.id }, bearer)).status).toBe(200);
    expect((await platform.http.as(third).get('/me')).status).toBe(401);
    const me = await platform.http.as(other).get('/me');
    expect([me.status, me.headers.get('cache-control')]).toEqual([200, 'private, no-store']);

    const change = { currentPassword: PASSWORD, newPassword: 'another long password' };
    expect((await auth('/change-password', change, bearer)).status).toBe(200);
    await receivedAll(platform.container);
    expect((await platform.http.as(other).get('/me')).status).toBe(401);
    expect((await platform.http.as(own).get('/me')).status).toBe(200);
  });

  test.each([
    ['a wrong password', { password: 'not the password' }, 401],
    ['an address nobody has', { email: 'nobody@example.com' }, 401],
  ])('%s is refused', async (_name, wrong, status) => {
    const email = await verified();
    const response = await auth('/sign-in/email', { email, password: PASSWORD, ...wrong });
    expect(response.status).toBe(status);
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  test('a banned user cannot sign in, and what they were signed in with has ended', async () => {
    const email = await verified();
    const { body } = await auth('/sign-in/email', { email, password: PASSWORD });
    const admin = await createSession(platform.container, { roles: ['superAdmin'] });
    expect((await platform.http.as(admin.token).post(`/admin/users/${body.user.id}/ban`)).status).toBe(200);
    expect((await platform.http.as(body.token ?? '').get('/me')).status).toBe(401);
    const response = await auth('/sign-in/email', { email, password: PASSWORD });
    expect(response).toMatchObject({ status: 403, body: { code: 'BANNED' } });
    expect((await platform.http.as(admin.token).post(`/admin/users/${body.user.id}/unban`)).status).toBe(200);
    expect((await auth('/sign-in/email', { email, password: PASSWORD })).status).toBe(200);
  });
});

describe('links by mail', () => {
  test('a forgotten password: the link sets a new one once, and ends every session', async () => {
    const email = await verified();
    const before = await auth('/sign-in/email', { email, password: PASSWORD });
    await auth('/request-password-reset', { email });
    const mail = await lastMail(email);
    expect(mail.template).toBe('auth.reset_password');
    const token = linkOf(mail).split('/').at(-1)?.split('?')[0] ?? '';

    const stored = await platform.container.knex('accounts_verifications').pluck('identifier');
    expect(JSON.stringify(stored)).not.toContain(token);

    expect((await auth('/reset-password', { token, newPassword: 'short' })).status).toBe(400);
    expect((await auth('/reset-password', { token, newPassword: 'the next password' })).status).toBe(200);
    expect((await auth('/reset-password', { token, newPassword: 'a third password' })).status).toBe(400);
    expect((await platform.http.as(before.body.token ?? '').get('/me')).status).toBe(401);
    expect((await auth('/sign-in/email', { email, password: PASSWORD })).status).toBe(401);
    expect((await auth('/sign-in/email', { email, password: 'the next password' })).status).toBe(200);
    expect((await lastMail(email)).template).toBe('auth.password_changed');
  });

  test('a reset for an address nobody has returns the same and sends nothing', async () => {
    const email = address();
    expect((await auth('/request-password-reset', { email })).status).toBe(200);
    expect(await mailsTo(platform.container, email)).toEqual([]);
  });

  test('a magic link signs in once, and makes the account where there is none', async () => {
    const email = address();
    expect((await auth('/sign-in/magic-link', { email })).status).toBe(200);
    const link = linkOf(await lastMail(email));
    const opened = await auth(link);
    expect(opened.status).toBe(302);
    const token = opened.headers.get('set-auth-token') ?? '';
    const me = await platform.http.as(token).get<{ user: { email: string; emailVerified: boolean } }>('/me');
    expect(me.body.data.user).toMatchObject({ email, emailVerified: true });
    expect((await auth(link)).headers.get('set-auth-token')).toBeNull();
  });

  test('a magic link proves an address, so what was signed up with it before counts for nothing', async () => {
    const { email } = await signUp();
    await auth('/sign-in/magic-link', { email });
    const opened = await auth(linkOf(await lastMail(email)));
    expect(opened.headers.get('set-auth-token')).not.toBeNull();
    expect((await auth('/sign-in/email', { email, password: PASSWORD })).status).toBe(401);
  });

  test('the address changes after both mailboxes agreed', async () => {
    const email = await verified();
    const next = address();
    const { body } = await auth('/sign-in/email', { email, password: PASSWORD });
    const bearer = { authorization: `Bearer ${body.token ?? ''}` };
    expect((await auth('/change-email', { newEmail: next }, bearer)).status).toBe(200);
    const asked = await lastMail(email);
    expect(asked).toMatchObject({ template: 'auth.change_email', variables: { newEmail: next } });
    await auth(linkOf(asked), undefined, bearer);
    const confirm = await lastMail(next);
    expect(confirm.template).toBe('auth.verification');
    const current = async () =>
      (await platform.http.as(body.token ?? '').get<{ user: { email: string } }>('/me')).body.data.user.email;
    expect(await current()).toBe(email);
    await auth(linkOf(confirm), undefined, bearer);
    expect(await current()).toBe(next);
  });

  test('an account is deleted by the link in a mail', async () => {
    const email = await verified();
    const { body } = await auth('/sign-in/email', { email, password: PASSWORD });
    const bearer = { authorization: `Bearer ${body.token ?? ''}` };
    expect((await auth('/delete-user', { password: PASSWORD }, bearer)).status).toBe(200);
    const mail = await lastMail(email);
    expect(mail.template).toBe('auth.delete_account');
    expect((await platform.http.as(body.token ?? '').get('/me')).status).toBe(200);
    await auth(linkOf(mail), undefined, bearer);
    expect((await platform.http.as(body.token ?? '').get('/me')).status).toBe(401);
    expect((await auth('/sign-in/email', { email, password: PASSWORD })).status).toBe(401);
    const audit = await platform.container.knex('audit_entries').where({ entityId: body.user.id });
    expect(audit).toMatchObject([{ entity: 'user', action: 'delete', actorId: body.user.id }]);
  });

  test('with a storefront the links lead there, with the parameter of their page', async () => {
    const admin = await createSession(platform.container, { roles: ['superAdmin'] });
    const settings = platform.http.as(admin.token);
    const url = { 'storefront_urls.store_url': 'https://shop.example.com/in/' };
    expect((await settings.patch('/admin/settings/store', url)).status).toBe(200);
    try {
      const { email } = await signUp();
      const verification = String((await lastMail(email)).variables?.['url']);
      expect(verification).toMatch(
        /^https:\/\/shop\.example\.com\/in\/auth\/verification\?code=[\w-]+\.[\w-]+\.[\w-]+$/,
      );
      await auth('/request-password-reset', { email });
      const reset = String((await lastMail(email)).variables?.['url']);
      expect(reset).toMatch(/^https:\/\/shop\.example\.com\/in\/auth\/reset-password\?token=\w+$/);
      // The page hands its code to the server.
      const code = new URL(verification).searchParams.get('code') ?? '';
      expect((await auth(`/verify-email?token=${encodeURIComponent(code)}`)).status).toBe(200);
    } finally {
      await settings.patch('/admin/settings/store', { 'storefront_urls.store_url': '' });
    }
  });
});

describe('guests', () => {
  test('a guest who signs in hands everything over and is gone', async () => {
    const email = await verified();
    const guest = await auth('/sign-in/anonymous', {});
    expect(guest.status).toBe(200);
    const guestHttp = platform.http.as(guest.body.token ?? '');
    expect((await guestHttp.get<{ user: { anonymous: boolean } }>('/me')).body.data.user.anonymous).toBe(
      true,
    );

    const { knex } = platform.container;
    await knex('carts').insert({ userId: guest.body.user.id });
    const bearer = { authorization: `Bearer ${guest.body.token ?? ''}` };
    const signedIn = await auth('/sign-in/email', { email, password: PASSWORD }, bearer);
    expect(signedIn.status).toBe(200);
    expect(signedIn.body.user.id).not.toBe(guest.body.user.id);
    expect(await knex('carts').pluck('user_id')).toEqual([signedIn.body.user.id]);
    const left = await platform.container.knex('accounts_users').where({ id: guest.body.user.id });
    expect(left).toEqual([]);
    expect((await guestHttp.get('/me')).status).toBe(401);
  });

  test('guests cannot become guests again', async () => {
    const guest = await auth('/sign-in/anonymous', {});
    const bearer = { authorization: `Bearer ${guest.body.token ?? ''}` };
    expect((await auth('/sign-in/anonymous', {}, bearer)).status).toBe(400);
  });
});

describe('the cookie', () => {
  test('better-auth refuses a page of another site', async () => {
    const session = await createSession(platform.container);
    const evil = { cookie: session.cookie, origin: 'https://evil.example' };
    expect((await auth('/sign-out', {}, evil)).status).toBe(403);
    expect((await platform.http.as(session.token).get('/me')).status).toBe(200);
    expect((await auth('/sign-out', {}, { cookie: session.cookie, origin: ORIGIN })).status).toBe(200);
  });

  test('a redirect leads only to sites that are trusted', async () => {
    const { email } = await createUser(platform.container);
    const response = await auth('/sign-in/magic-link', { email, callbackURL: 'https://evil.example/' });
    expect(response.status).toBe(403);
  });
});
