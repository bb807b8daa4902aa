import { afterEach, describe, expect, test } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import type { HttpResponse } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
afterEach(() => platform.stop());

const start = async (environment: Record<string, string>) => {
  platform = await startPlatform({ environment });
};

/** Statuses of `count` calls, one after the other. */
async function statuses(count: number, call: () => Promise<HttpResponse>): Promise<number[]> {
  const seen: number[] = [];
  for (let n = 0; n < count; n += 1) seen.push((await call()).status);
  return seen;
}

const from = (address: string) => platform.http.with({ 'x-forwarded-for': address });
let accounts = 0;
/** Each at another account, because the guesses at one account are counted as well. */
const signIn = (http = platform.http) =>
  http.post('/auth/sign-in/email', {
    email: `nobody-${(accounts += 1)}@example.com`,
    password: 'a wrong guess',
  });

describe('who is counted', () => {
  test('a session by itself: another one from the same address goes on', async () => {
    // A thousandth of 3,000 reads and of 1,200 writes a minute.
    await start({ RATE_LIMIT_FACTOR: '0.001' });
    const [item, other] = await Promise.all(
      [1, 2].map(async () =>
        platform.http.as((await createSession(platform.container, { roles: ['superAdmin'] })).token),
      ),
    );
    const read = (http = item) => http?.get('/admin/settings/store') as Promise<HttpResponse>;
    expect(await statuses(4, read)).toEqual([200, 200, 200, 429]);
    const refused = await read();
    expect(refused.body.errorCode).toBe('RATE_LIMITED');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await read(other)).status).toBe(200);
    // Writes are counted apart.
    const write = () =>
      item?.patch('/admin/settings/store', { 'branding.store_name': 'X' }) as Promise<HttpResponse>;
    expect(await statuses(2, write)).toEqual([200, 429]);
  });

  test('guests by their address, and sign-in far more strictly than reading', async () => {
    await start({ RATE_LIMIT_FACTOR: '0.05' });
    expect(
      (await statuses(30, () => platform.http.get('/store/checkout/options'))).every((item) => item === 200),
    ).toBe(true);
    expect(await statuses(2, () => signIn())).toEqual([401, 429]);
  });

  test('tokens that are guessed, by address; a good one from there is never held back', async () => {
    await start({ RATE_LIMIT_FACTOR: '0.025', TRUST_PROXY: '1' });
    const guess = () => from('203.0.113.7').as('a-token-that-nobody-was-given').get('/me');
    expect(await statuses(5, guess)).toEqual([401, 401, 401, 429, 429]);
    expect(Number((await guess()).headers.get('retry-after'))).toBeGreaterThan(0);
    const admin = await createSession(platform.container, { roles: ['superAdmin'] });
    const good = () => from('203.0.113.7').as(admin.token).get('/me');
    expect(await statuses(5, good)).toEqual([200, 200, 200, 200, 200]);
    // It did not buy the guesses anything.
    expect((await guess()).status).toBe(429);
    expect((await from('203.0.113.8').as('another-guess').get('/me')).status).toBe(401);
    // No token at all is no guess.
    expect(await statuses(6, () => from('203.0.113.9').get('/me'))).toEqual([401, 401, 401, 401, 401, 401]);
    // Neither is a refusal for other reasons.
    const { token } = await createSession(platform.container, {});
    expect(await statuses(6, () => from('203.0.113.10').as(token).get('/me'))).not.toContain(429);
  });
});

describe('whose address it is', () => {
  test('an IPv6 line is one caller, however many of its addresses it uses', async () => {
    await start({ RATE_LIMIT_FACTOR: '0.05', TRUST_PROXY: '1' });
    let n = 0;
    const rotating = () => signIn(from(`2001:db8:1:2::${(n += 1).toString(16)}`));
    expect(await statuses(3, rotating)).toEqual([401, 429, 429]);
    expect((await signIn(from('2001:db8:1:3::1'))).status).toBe(401);
  });

  test('without a proxy of ours X-Forwarded-For is what anybody may write', async () => {
    await start({ RATE_LIMIT_FACTOR: '0.05' });
    let n = 0;
    expect(await statuses(3, () => signIn(from(`203.0.113.${(n += 1)}`)))).toEqual([401, 429, 429]);
  });

  test('with one proxy its last entry counts, and what the client wrote before it does not', async () => {
    await start({ RATE_LIMIT_FACTOR: '0.05', TRUST_PROXY: '1' });
    let n = 0;
    const spoofing = () => signIn(from(`10.0.0.${(n += 1)}, 203.0.113.7`));
    expect(await statuses(3, spoofing)).toEqual([401, 429, 429]);
    expect((await signIn(from('203.0.113.7, 203.0.113.8'))).status).toBe(401);
  });

  test('with two proxies it is the entry before the last', async () => {
    await start({ RATE_LIMIT_FACTOR: '0.05', TRUST_PROXY: '2' });
    const via = (client: string) => signIn(from(`6.6.6.6, ${client}, 10.0.0.1`));
    expect([(await via('203.0.113.7')).status, (await via('203.0.113.7')).status]).toEqual([401, 429]);
    expect((await via('203.0.113.8')).status).toBe(401);
  });
});
