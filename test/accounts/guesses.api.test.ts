import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { authRate } from '#api/accounts/auth-router.js';
import { atMost } from '#lib/at-most.js';
import { mailsTo } from '../_support/mails.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { authOperations } from './auth-operations.js';

const PASSWORD = 'a long enough password';
let platform: TestPlatform;
beforeAll(async () => {
  // A fifth: two guesses at an account in a quarter of an hour, four strict calls a minute from an address.
  platform = await startPlatform({ environment: { RATE_LIMIT_FACTOR: '0.2', TRUST_PROXY: '1' } });
});
afterAll(() => platform.stop());

let last = 0;
/** A client at its own address. */
function elsewhere() {
  last += 1;
  return platform.http.with({ 'x-forwarded-for': `203.0.113.${last}` });
}
type Client = ReturnType<typeof elsewhere>;
const signIn = (client: Client, email: string, password: string) =>
  client.post('/auth/sign-in/email', { email, password });

async function verifiedAccount(client: Client): Promise<string> {
  const email = `owner-${last}@example.com`;
  await client.post('/auth/sign-up/email', { email, password: PASSWORD, name: 'Asha Rao' });
  await platform.container.knex('accounts_users').where({ email }).update({ emailVerified: true });
  return email;
}

test('what is not listed as relaxed is strict', () => {
  const rates = authOperations().map(({ method, path }) => [
    `${method} ${path}`,
    authRate(method, `/auth${path}`),
  ]);
  const strict = rates.filter(([, rate]) => rate === 'signIn').map(([name]) => name);
  for (const name of [
    'sign-in/email',
    'sign-up/email',
    'verify-password',
    'change-password',
    'change-email',
    'delete-user',
    'request-password-reset',
    'organization/invite-member',
  ])
    expect(strict).toContain(`POST /${name}`);
  expect(authRate('POST', '/auth/sign-in/anonymous')).toBe('guest');
  expect(authRate('GET', '/auth/magic-link/verify')).toBe('link');
  expect(authRate('POST', '/auth/something-new')).toBe('signIn');
});

test('guests and links are counted apart from passwords', async () => {
  const client = elsewhere();
  for (let n = 0; n < 4; n += 1) await signIn(client, `nobody-${n}@example.com`, 'wrong');
  expect((await signIn(client, 'nobody@example.com', 'wrong')).status).toBe(429);
  expect((await client.post('/auth/sign-in/anonymous', {})).status).toBe(200);
  expect(
    (await client.raw('GET', '/auth/magic-link/verify?token=unknown', { redirect: 'manual' })).status,
  ).toBe(302);
  expect((await client.post('/auth/verify-password', { password: 'x' })).status).toBe(429);
});

test('guesses at one account from many addresses are stopped, alike where there is none; its owner goes on', async () => {
  const home = elsewhere();
  const email = await verifiedAccount(home);
  expect((await signIn(home, email, PASSWORD)).status).toBe(200);
  for (const target of [email, 'nobody-at-all@example.com']) {
    const statuses = [];
    for (let n = 0; n < 3; n += 1)
      statuses.push((await signIn(elsewhere(), target.toUpperCase(), 'wrong')).status);
    expect(statuses).toEqual([401, 401, 429]);
  }
  expect((await signIn(elsewhere(), email, PASSWORD)).status).toBe(429);
  expect((await signIn(home, email, PASSWORD)).status).toBe(200);
  expect((await elsewhere().post('/auth/request-password-reset', { email })).status).toBe(200);
  const stored = await platform.container.knex('accounts_known_addresses').pluck('address_hash');
  expect(stored.join()).not.toContain('203.0.113');
});

test('a session does not let its holder guess the password: both ways count together', async () => {
  const home = elsewhere();
  const email = await verifiedAccount(home);
  const signedIn = await signIn(home, email, PASSWORD);
  const { token } = signedIn.body as unknown as { token: string };
  const statuses: number[] = [];
  const guess = async (path: string, body: object) => {
    const { status } = await elsewhere().as(token).post(`/auth/${path}`, body);
    statuses.push(status);
  };
  await guess('verify-password', { password: PASSWORD });
  await guess('verify-password', { password: 'wrong' });
  await guess('change-password', { currentPassword: 'wrong', newPassword: 'a new long password' });
  await guess('delete-user', { password: 'wrong' });
  expect(statuses).toEqual([200, 400, 400, 429]);
  expect((await signIn(elsewhere(), email, PASSWORD)).status).toBe(429);
  expect((await home.as(token).post('/auth/verify-password', { password: PASSWORD })).status).toBe(200);
});

test('an address gets only so many mails with links, and nobody can tell', async () => {
  const email = await verifiedAccount(elsewhere());
  const before = (await mailsTo(platform.container, email)).length;
  for (let n = 0; n < 4; n += 1)
    expect((await elsewhere().post('/auth/request-password-reset', { email })).status).toBe(200);
  // Two of a fifth of ten, of which the verification at sign-up was one.
  expect((await mailsTo(platform.container, email)).length - before).toBe(1);
});

test('at most so many are at work at once', async () => {
  const run = atMost(2);
  let [now, most] = [0, 0];
  await Promise.all(
    Array.from({ length: 9 }, (_, n) =>
      run(async () => {
        now += 1;
        most = Math.max(most, now);
        await new Promise((resolve) => setTimeout(resolve, 5));
        now -= 1;
        if (n % 3 === 0) throw new Error('refused');
      }).catch(() => undefined),
    ),
  );
  expect([most, now]).toEqual([2, 0]);
});
