import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { signSessionToken } from '#api/accounts/credentials.js';
import { createSession, createUser } from '../_support/accounts.js';
import { mailsTo } from '../_support/mails.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ environment: { PUBLIC_API_BASE_URL: 'https://api.example.com' } });
});
afterAll(() => platform.stop());

it('over https the cookie is bound to the host, and the other name is not accepted', async () => {
  const { container, http } = platform;
  const { email } = await createUser(container);
  await http.post('/auth/sign-in/magic-link', { email });
  const link = new URL(String((await mailsTo(container, email))[0]?.variables?.['url']));
  const opened = await http.raw('GET', `${link.pathname}${link.search}`, { redirect: 'manual' });
  const cookies = opened.headers.getSetCookie().filter((cookie) => cookie.includes('session_token'));
  expect(cookies).toHaveLength(1);
  const [pair = '', ...attributes] = cookies[0]?.split('; ') ?? [];
  expect(pair).toMatch(/^__Host-haat\.session_token=/);
  expect(attributes.sort()).toEqual(expect.arrayContaining(['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']));
  expect(attributes.join()).not.toMatch(/domain/i);
  expect((await http.with({ cookie: pair }).get('/me')).status).toBe(200);

  const { token } = await createSession(container);
  const signed = encodeURIComponent(signSessionToken(token, container.config.AUTH_SECRET));
  expect((await http.with({ cookie: `__Host-haat.session_token=${signed}` }).get('/me')).status).toBe(200);
  expect((await http.with({ cookie: `haat.session_token=${signed}` }).get('/me')).status).toBe(401);
  expect(
    (await http.with({ cookie: `haat.session_token=${signed}` }).get('/auth/get-session')).body,
  ).toBeNull();
});
