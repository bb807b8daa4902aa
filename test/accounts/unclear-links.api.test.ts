import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createUser } from '../_support/accounts.js';
import { mailsTo } from '../_support/mails.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ environment: { RATE_LIMIT_FACTOR: '0.1', TRUST_PROXY: '1' } });
});
afterAll(() => platform.stop());

const links = async (email: string) =>
  (await mailsTo(platform.container, email)).filter(({ variables }) => variables?.['url'] !== undefined);
const tokenIn = (url: unknown) => new URL(String(url)).searchParams.get('token') ?? '';
const markUnclear = (email: string) =>
  platform.container.knex('mail_messages').where({ recipient: email }).update({ state: 'unclear' });
let callers = 0;
/** Calls of one address are limited as well; these tests are about the limit of each recipient. */
const http = () => platform.http.with({ 'x-forwarded-for': `203.0.113.${(callers += 1)}` });

it('an unclear link to sign in is not repeated: the next request is served at once, and the old link ends with it', async () => {
  const { email } = await createUser(platform.container);
  const request = async () => {
    expect((await http().post('/auth/sign-in/magic-link', { email })).status).toBe(200);
    return links(email);
  };
  expect(await request()).toHaveLength(1);
  // The limit of an address is one mail here, and holds while its mail is known to be on its way.
  expect(await request()).toHaveLength(1);
  await markUnclear(email);
  const [first, second] = await request();
  expect(second?.state).toBe('queued');
  const open = (url: unknown) => http().get(`/auth/magic-link/verify?token=${tokenIn(url)}`);
  const old = await open(first?.variables?.['url']);
  expect([old.status, (old.body as unknown as { code?: string }).code]).toEqual([401, 'INVALID_TOKEN']);
  expect((await open(second?.variables?.['url'])).status).toBeLessThan(400);
});

it('an unclear link works as long as no other was requested, and those to verify an address end as well', async () => {
  const { email } = await createUser(platform.container, { emailVerified: false });
  const request = async () => {
    await http().post('/auth/send-verification-email', { email });
    return links(email);
  };
  const verify = (url: unknown) => {
    return http().get(`/auth/verify-email?token=${tokenIn(url)}`);
  };
  const [first] = await request();
  await markUnclear(email);
  // Signed links carry whole seconds: two of the same second are one link.
  await sleep(1_050 - (Date.now() % 1_000));
  const [, second] = await request();
  expect(second).toBeDefined();
  expect((await verify(first?.variables?.['url'])).status).toBe(401);
  // Nobody has asked for another since, so that an unclear one is as good as any.
  await markUnclear(email);
  expect((await verify(second?.variables?.['url'])).status).toBeLessThan(400);
});
