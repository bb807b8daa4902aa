import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createSession, type TestSession } from '../_support/accounts.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
let admin: TestSession;
beforeAll(async () => {
  platform = await startPlatform({
    environment: {
      PUBLIC_API_BASE_URL: 'https://api.example.com',
      PUBLIC_ADMIN_URL: 'https://admin.example.com/panel',
      CORS_ORIGINS: 'https://shop.example.com',
    },
  });
  admin = await createSession(platform.container, { roles: ['superAdmin'] });
});
afterAll(() => platform.stop());

const write = (headers: Record<string, string>) =>
  platform.http.with(headers).patch('/admin/settings/store', { 'branding.store_name': 'Bazaar' });

test.each([
  ['another site', { origin: 'https://evil.example' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['a site whose name contains ours', { origin: 'https://api.example.com.evil.example' }],
  ['a browser that hides the origin', { 'sec-fetch-site': 'cross-site' }],
])('with the cookie, a write from %s is refused', async (_name, headers) => {
  const { status, body } = await write({ cookie: admin.cookie, ...headers });
  expect(status).toBe(403);
  expect(body.errorCode).toBe('FORBIDDEN');
});

test.each([
  ['our own address', { origin: 'https://api.example.com' }],
  ['the admin panel', { origin: 'https://admin.example.com' }],
  ['a site that is allowed', { origin: 'https://shop.example.com' }],
  ['a program', {}],
])('with the cookie, a write from %s is done', async (_name, headers) => {
  expect((await write({ cookie: admin.cookie, ...headers })).status).toBe(200);
});

test('a page of this very host may write, whatever it is called', async () => {
  expect((await write({ cookie: admin.cookie, origin: platform.url })).status).toBe(200);
});

test('bearer tokens are never sent by a browser itself, so any origin may use them', async () => {
  const headers = { authorization: `Bearer ${admin.token}`, origin: 'https://evil.example' };
  expect((await write(headers)).status).toBe(200);
  expect((await write({ ...headers, cookie: admin.cookie })).status).toBe(200);
});

test('with a header that is no session the cookie counts for nothing', async () => {
  const headers = { cookie: admin.cookie, authorization: 'Basic YTpi', origin: 'https://evil.example' };
  expect((await write(headers)).status).toBe(401);
});

test('reads are open to any page, which cannot see the response', async () => {
  const headers = { cookie: admin.cookie, origin: 'https://evil.example' };
  const { status, headers: response } = await platform.http.with(headers).get('/admin/settings/store');
  expect(status).toBe(200);
  expect(response.get('access-control-allow-origin')).toBeNull();
});

test('over https the cookie is marked secure and bound to its host', async () => {
  const response = await platform.http.raw('POST', '/auth/sign-in/anonymous', {
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect(response.headers.get('set-cookie')).toMatch(/^__Host-haat\.session_token=.*; Secure/);
});
