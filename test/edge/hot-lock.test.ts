import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { databaseError } from '#db/kernel/database-error.js';
import { createKnex, type Knex } from '#db/kernel/knex.js';
import { createTestDatabase } from '../_support/database.js';

const POOL = 4;
const LOCK_MS = 300;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let knex: Knex;
let other: Knex;
beforeAll(async () => {
  database = await createTestDatabase();
  const options = { url: database.url, guard: false };
  knex = createKnex({
    ...options,
    poolMax: POOL,
    applicationName: 'hot',
    // Only the bound of a lock ends what waits for one.
    queries: { lockMs: LOCK_MS, statementMs: 3_600_000 },
  });
  other = createKnex({ ...options, poolMax: 1, applicationName: 'locker' });
});
afterAll(async () => {
  await Promise.all([knex.destroy(), other.destroy()]);
  await database.drop();
});

it('a lock on one table fails the reads that need it in time, and leaves connections to all others', async () => {
  await other.transaction(async (trx) => {
    await trx.raw('lock table orders in access exclusive mode');
    const hot = Array.from({ length: POOL * 3 }, () =>
      knex('orders')
        .limit(1)
        .then(() => 'read', databaseError),
    );
    // Behind twice as many as there are connections, and the lock is held until it has returned.
    await knex('accounts_users').limit(1);
    for (const outcome of await Promise.all(hot))
      expect(outcome).toMatchObject({ status: 503, retryAfter: 2, code: 'SERVICE_UNAVAILABLE' });
  });
  expect(await knex('orders').limit(1)).toEqual([]);
});
