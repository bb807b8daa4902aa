import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { z } from 'zod';
import { authReference } from '#api/accounts/auth-reference.js';
import { authErrorSchema } from '#api/accounts/auth-reference.schemas.js';
import { openApiDocument } from '#api/kernel/openapi.js';
import { newId } from '#lib/ids.js';
import { mailsTo } from '../_support/mails.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';
import { authOperations } from './auth-operations.js';

/** Operations of the library that the reference leaves out, and why. */
const leftOut: Record<string, string> = {
  'POST /delete-anonymous-user': 'guests end by their expiry, or by signing in',
  'POST /update-session': 'the active vendor is set by PUT /me/active-vendor',
  'POST /get-session': 'the same as GET',
  'GET /ok': 'GET /health/live is for that',
  'GET /error': 'a page, not an operation',
};
/** Social sign-in and its tokens are not set up; teams and own roles are switched off. */
const notSetUp =
  /\/(sign-in\/social|callback\/:id|link-social|unlink-account|list-accounts|get-access-token|refresh-token|account-info)$/;
/** Read where a vendor is chosen: `GET /me` lists the caller's vendors and the active one. */
const coveredByMe =
  /\/organization\/(list|set-active|get-full-organization|get-organization|get-active-member|get-active-member-role|get-invitation|list-user-invitations|has-permission|check-slug)$/;

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

const nameOf = ({ method, path }: { method: string; path: string }) =>
  `${method.toUpperCase()} ${path.replace(/^\/auth/, '').replace(/\{(\w+)\}/g, ':$1')}`;

test('the reference names each operation of the library that clients need, and no other', () => {
  const own = new Set(authOperations().map(({ name }) => name));
  const listed = new Set(authReference.map(nameOf));
  expect([...listed].filter((name) => !own.has(name))).toEqual([]);
  const missing = [...own].filter(
    (name) => !listed.has(name) && !(name in leftOut) && !notSetUp.test(name) && !coveredByMe.test(name),
  );
  expect(missing).toEqual([]);
  const paths = openApiDocument().paths ?? {};
  for (const { path, method } of authReference) expect(paths[path]).toHaveProperty(method);
});

interface Called {
  status: number;
  headers: Headers;
  json: Record<string, unknown>;
}

describe('what the reference says of a response holds', () => {
  let token = '';
  const email = `asha-${newId()}@example.com`;
  const first = 'a long enough password';
  const second = 'another long password';

  async function call(path: string, body?: object, headers: Record<string, string> = {}): Promise<Called> {
    const response = await platform.http.raw(body ? 'POST' : 'GET', `/auth${path}`, {
      redirect: 'manual',
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    const json = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, json };
  }

  /** Calls an operation, and holds a 200 against its schema. */
  async function conforming(path: string, body?: object): Promise<Record<string, unknown>> {
    const plain = path.split('?')[0];
    const entry = authReference.find((item) => item.path === `/auth${plain}`);
    if (body) expect(entry?.body?.safeParse(body).error).toBeUndefined();
    const { status, json } = await call(path, body);
    expect([path, status]).toEqual([path, 200]);
    expect([path, (entry?.response as z.ZodType).safeParse(json).error]).toEqual([path, undefined]);
    return json;
  }

  async function tokenOfMail(recipient: string): Promise<string> {
    const mail = (await mailsTo(platform.container, recipient)).at(-1);
    const url = new URL(String(mail?.variables?.['url']));
    return url.searchParams.get('token') ?? url.pathname.split('/').pop() ?? '';
  }

  test('from the sign-up to the end of the account', async () => {
    await conforming('/sign-up/email', { email, password: first, name: 'Asha Rao' });
    await conforming('/send-verification-email', { email });
    await conforming(`/verify-email?token=${await tokenOfMail(email)}`);
    token = String((await conforming('/sign-in/email', { email, password: first }))['token']);
    await conforming('/get-session');
    await conforming('/update-user', { name: 'Asha R.' });
    await conforming('/verify-password', { password: first });
    await conforming('/change-password', { currentPassword: first, newPassword: second });
    const sessions = (await conforming('/list-sessions')) as unknown as { id: string }[];
    expect(sessions).toHaveLength(1);
    await conforming('/revoke-other-sessions', {});
    await conforming('/request-password-reset', { email });
    const reset = { token: await tokenOfMail(email), newPassword: first };
    await conforming('/reset-password', reset);
    token = '';
    await conforming('/sign-in/magic-link', { email });
    token = String((await conforming(`/magic-link/verify?token=${await tokenOfMail(email)}`))['token']);
    await conforming('/change-email', { newEmail: `new-${email}` });
    await conforming('/delete-user', {});
    await conforming('/sign-out', {});
    token = '';
    await conforming('/sign-in/anonymous', {});
  });

  test('of members and invitations', async () => {
    const vendor = await createVendor(platform.container);
    const { organizationId } = vendor;
    ({ token } = vendor);
    const invite = async (role: string) => {
      const address = `member-${newId()}@example.com`;
      const row = await conforming('/organization/invite-member', { email: address, role, organizationId });
      return { address, invitationId: String(row['id']) };
    };
    const [firstInvitation, two, three] = [
      await invite('member'),
      await invite('admin'),
      await invite('member'),
    ];
    await conforming('/organization/cancel-invitation', { invitationId: three.invitationId });
    const list = await conforming(`/organization/list-invitations?organizationId=${organizationId}`);
    expect(list).toHaveLength(3);

    const signIn = async (address: string) => {
      token = '';
      await call('/sign-in/magic-link', { email: address });
      token = String((await call(`/magic-link/verify?token=${await tokenOfMail(address)}`)).json['token']);
    };
    await signIn(two.address);
    await conforming('/organization/reject-invitation', { invitationId: two.invitationId });
    await signIn(firstInvitation.address);
    await conforming('/organization/accept-invitation', { invitationId: firstInvitation.invitationId });
    ({ token } = vendor);
    const { members } = (await conforming(
      `/organization/list-members?organizationId=${organizationId}`,
    )) as unknown as { members: { id: string; role: string }[] };
    const memberId = members.find(({ role }) => role === 'member')?.id ?? '';
    await conforming('/organization/update-member-role', { memberId, role: 'admin', organizationId });
    await conforming('/organization/remove-member', { memberIdOrEmail: memberId, organizationId });
  });

  test('a refusal has its own shape, without the envelope', async () => {
    token = '';
    const wrong = await call('/sign-in/email', { email, password: 'not the password' });
    expect(wrong.status).toBe(401);
    expect(authErrorSchema.parse(wrong.json)).toEqual({
      code: 'INVALID_EMAIL_OR_PASSWORD',
      message: expect.any(String) as unknown as string,
    });
  });
});

test('a sign-in from the page of the reference signs in what is tried there', async () => {
  const email = `docs-${newId()}@example.com`;
  const password = 'a long enough password';
  await platform.http.post('/auth/sign-up/email', { email, password, name: 'Asha Rao' });
  await platform.container.knex('accounts_users').where({ email }).update({ emailVerified: true });
  const origin = new URL(platform.container.config.PUBLIC_API_BASE_URL).origin;
  // As fetch of a browser sends them from /docs.
  const page = {
    origin,
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'cors',
    'sec-fetch-dest': 'empty',
  };
  const entered = await platform.http.post('/auth/sign-in/email', { email, password }, page);
  expect(entered.status).toBe(200);
  const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const me = await platform.http.get<{ user: { email: string } }>('/me', { ...page, cookie });
  expect(me.body.data.user.email).toBe(email);
  expect((await platform.http.post('/auth/sign-out', {}, { ...page, cookie })).status).toBe(200);
});
