import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { plainRequest } from '../_support/plain-request.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
beforeAll(async () => {
  // A tenth of 20 a minute.
  platform = await startPlatform({ environment: { RATE_LIMIT_FACTOR: '0.1', TRUST_PROXY: '1' } });
});
afterAll(() => platform.stop());

let guesses = 0;
/** At an account of its own each: guesses at one account are counted apart. */
const guess = (address: string) =>
  platform.http.with({ 'x-forwarded-for': address }).post('/auth/sign-in/email', {
    email: `nobody-${(guesses += 1)}@example.com`,
    password: 'a wrong guess',
  });

test('guessing passwords is stopped by address, and told when to come again', async () => {
  const responses = [];
  for (let attempt = 0; attempt < 3; attempt += 1) responses.push(await guess('203.0.113.7'));
  expect(responses.map(({ status }) => status)).toEqual([401, 401, 429]);
  const refused = responses[2];
  expect(refused?.body.errorCode).toBe('RATE_LIMITED');
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await guess('203.0.113.8')).status).toBe(401);
  const stored = await platform.container.knex('rate_limits').where('key', 'like', '%203.0.113.7%');
  expect(stored).toHaveLength(1);
});

test('a path that has to be resolved first leads nobody past the count', async () => {
  const statuses = [];
  for (const path of [
    '/auth/x/../sign-in/email',
    '/auth/./sign-in/email',
    '/auth/x/%2e%2e/sign-in/email',
    '/auth/x\\..\\sign-in/email',
    '/auth//sign-in/email',
    '/auth/SIGN-IN/email',
    '/auth/sign%2Din/email',
    '/auth/%73ign-in/email',
    '/auth;/sign-in/email',
    'http://here/auth/get-session/../sign-in/email',
  ]) {
    const { status } = await plainRequest(platform.url, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.11' },
      body: JSON.stringify({ email: 'nobody@example.com', password: 'a wrong guess' }),
    });
    statuses.push(status);
  }
  // Unknown ones among them are counted as guesses are.
  expect(statuses.filter((status) => status !== 404 && status !== 429)).toEqual([]);
});

test('a host that goes on as a path leads nobody past the count, nor to another operation', async () => {
  const statuses = [];
  for (const host of ['x/auth/sign-in/email?', 'x/auth/sign-in/email#', 'x/auth/sign-in/email\\..\\..\\?']) {
    const { status } = await plainRequest(platform.url, '/auth/get-session', {
      method: 'POST',
      headers: { host, 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.12' },
      body: JSON.stringify({ email: 'nobody@example.com', password: 'a wrong guess' }),
    });
    statuses.push(status);
  }
  expect(statuses).toEqual([404, 404, 404]);
});

test('asking who is signed in is not counted with it', async () => {
  const http = platform.http.with({ 'x-forwarded-for': '203.0.113.7' });
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect((await http.get('/auth/get-session')).status).toBe(200);
  }
});

test('the address of a session is the one that our own proxies report', async () => {
  const response = await platform.http
    .with({ 'x-forwarded-for': '198.51.100.1, 203.0.113.9', 'x-haat-client-address': '192.0.2.1' })
    .post('/auth/sign-in/anonymous', {});
  expect(response.status).toBe(200);
  const sessions = await platform.container.knex('accounts_sessions').pluck('ip_address');
  expect(sessions).toEqual(['203.0.113.9']);
});

test('a body that is too large is refused before it is read', async () => {
  const huge = { email: 'a@example.com', password: 'x'.repeat(200_000) };
  const http = platform.http.with({ 'x-forwarded-for': '203.0.113.10' });
  expect((await http.post('/auth/sign-in/email', huge)).status).toBe(413);
});
