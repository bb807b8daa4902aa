import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { breakOnLocks } from '#api/kernel/lock-breaker.js';
import { createKnex, type Knex } from '#db/kernel/knex.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

const LOCK_MS = 500;
const POOL = 4;
/** Clients that ask for the locked table without a pause. */
const HOT = 24;
/** How often others come meanwhile. */
const ROUNDS = 6;
const email = 'asha@example.com';
const password = 'a-long-enough-password';

let platform: TestPlatform;
let locker: Knex;
beforeAll(async () => {
  platform = await startPlatform({
    environment: { DATABASE_POOL_MAX: String(POOL) },
    queries: { lockMs: LOCK_MS, statementMs: 3_600_000 },
  });
  const { DATABASE_URL: url } = platform.container.config;
  locker = createKnex({ url, poolMax: 2, applicationName: 'locker', guard: false });
});
afterAll(async () => {
  await locker.destroy();
  await platform.stop();
});

it('a lock of a hot table leaves sign-in and other reads alive while it is held', async () => {
  const { http } = platform;
  const admin = http.as((await createSession(platform.container, { roles: ['superAdmin'] })).token);
  const signUp = await http.post('/auth/sign-up/email', { email, password, name: 'Asha Rao' });
  expect(signUp.status).toBe(200);
  await platform.container.knex('accounts_users').where({ email }).update({ emailVerified: true });

  const hot = new Map<number, number>();
  const retryAfter = new Set<string | null>();
  const responses = () => [...hot.values()].reduce((sum, count) => sum + count, 0);
  await locker.transaction(async (trx) => {
    await trx.raw('lock table orders in access exclusive mode');
    let isOver = false;
    const ask = async () => {
      while (!isOver) {
        const response = await admin.raw('GET', '/admin/orders');
        hot.set(response.status, (hot.get(response.status) ?? 0) + 1);
        retryAfter.add(response.headers.get('retry-after'));
      }
    };
    const asking = Promise.all(Array.from({ length: HOT }, ask));
    // The first requests wait for their lock; later ones are refused at once.
    await eventually(async () => expect(await Promise.resolve(responses())).toBeGreaterThanOrEqual(2 * HOT));
    for (let round = 0; round < ROUNDS; round += 1) {
      const read = await http.get('/store/categories');
      const signIn = await http.post('/auth/sign-in/email', { email, password });
      expect([read.status, signIn.status]).toEqual([200, 200]);
      // Each operation that met the lock leaves all but one or two connections alone.
      const { rows } = await locker.raw<{ rows: { count: number }[] }>(
        `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      expect(rows[0]?.count).toBeLessThanOrEqual(2);
    }
    isOver = true;
    await asking;
  });
  expect([...hot.keys()]).toEqual([503]);
  expect([...retryAfter]).toEqual(['2']);
});

it('is over with the lock', async () => {
  let time = 0;
  let locked = true;
  const handle = breakOnLocks(
    async () => {
      if (locked)
        throw Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
    },
    () => time,
  );
  const call = () => handle({} as never, {} as never, () => undefined);
  await expect(call()).rejects.toMatchObject({ code: '55P03' });
  await expect(call()).rejects.toMatchObject({ status: 503, retryAfter: 2 });
  time = 2_000;
  await expect(call()).rejects.toMatchObject({ code: '55P03' });
  locked = false;
  await expect(call()).rejects.toMatchObject({ status: 503 });
  time = 4_000;
  await call();
  await call();
});
