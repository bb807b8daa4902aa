import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sha256 } from '#lib/crypto.js';
import { createSession, type TestSession } from '../_support/accounts.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

const status = async (token: string) => (await platform.http.as(token).get('/me')).status;

it('no row holds a token, and what a row holds opens nothing', async () => {
  const { container, http } = platform;
  const { body } = await http.post('/auth/sign-in/anonymous', {});
  const { token } = body as unknown as { token: string };
  const [row] = (await container.knex('accounts_sessions').where({ tokenHash: sha256(token) })) as object[];
  expect(JSON.stringify(row)).not.toContain(token);
  expect(await status(token)).toBe(200);
  for (const forged of [sha256(token), `${sha256(token)}~${sha256('x')}`]) {
    expect(await status(forged)).toBe(401);
    expect((await http.as(forged).get('/auth/get-session')).body).toBeNull();
  }
});

it('is refreshed after a day, by cookie and by bearer token, and keeps its token', async () => {
  const { container, http } = platform;
  for (const how of ['cookie', 'bearer'] as const) {
    const session = await createSession(container, { expiresAt: new Date(Date.now() + 20 * 86_400_000) });
    const own = how === 'cookie' ? http.with({ cookie: session.cookie }) : http.as(session.token);
    const { body } = await own.get('/auth/get-session');
    expect(body).toMatchObject({ session: { id: session.sessionId, token: session.token } });
    const row = (await container.knex('accounts_sessions').where({ id: session.sessionId }).first()) as {
      expiresAt: Date;
      tokenHash: string;
    };
    expect(row.tokenHash).toBe(sha256(session.token));
    expect(row.expiresAt.getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    expect(await status(session.token)).toBe(200);
  }
});

it('lists give ids, and one, the others or all of them are revoked', async () => {
  const { container, http } = platform;
  const first = await createSession(container);
  const sessions: TestSession[] = [first];
  for (let n = 0; n < 3; n += 1) sessions.push(await createSession(container, { userId: first.userId }));
  const own = http.as(first.token);
  const listed = (await own.get('/auth/list-sessions')).body as unknown as { id: string; token?: string }[];
  expect(listed.map(({ id }) => id).sort()).toEqual(sessions.map(({ sessionId }) => sessionId).sort());
  expect(listed.map(({ token }) => token)).toEqual([undefined, undefined, undefined, undefined]);
  const states = () => Promise.all(sessions.map(({ token }) => status(token)));
  const revoked = await own.post('/auth/revoke-session', { token: sessions[1]?.sessionId });
  expect([revoked.status, await states()]).toEqual([200, [200, 401, 200, 200]]);
  const foreign = await createSession(container);
  await http.as(foreign.token).post('/auth/revoke-session', { token: sessions[2]?.sessionId });
  expect(await states()).toEqual([200, 401, 200, 200]);
  await own.post('/auth/revoke-other-sessions', {});
  expect(await states()).toEqual([200, 401, 401, 401]);
  await own.post('/auth/revoke-sessions', {});
  expect(await states()).toEqual([401, 401, 401, 401]);
});
