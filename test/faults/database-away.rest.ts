import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { createAuthPool } from '#db/kernel/auth-pool.js';
import { databaseError } from '#db/kernel/database-error.js';
import { createTestDatabase } from '../_support/database.js';
import { startDatabaseProxy } from '../_support/database-proxy.js';
import { eventually } from '../_support/eventually.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { startPlatform } from '../_support/platform.js';

let kernel: TestKernel;

beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(async () => {
  await kernel.stop();
});

/** Cuts the connections of the pool, as a restart of the server does. */
async function cutEverybody(url: string, name = 'haat-test'): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = $1 and datname = current_database()`,
    [name],
  );
  await client.end();
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('signing in while the database is away', () => {
  it('is 503, as everything else is, and works when it is back', async () => {
    const database = await createTestDatabase();
    const proxy = await startDatabaseProxy(database.url);
    const platform = await startPlatform({ environment: { DATABASE_URL: proxy.url } });
    const ask = () =>
      platform.http.raw('POST', '/auth/sign-in/magic-link', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'asha@example.com' }),
      });
    expect((await ask()).status).toBe(200);
    // The library's router prints what it did not expect.
    const printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await proxy.cut();
    const response = await ask();
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await response.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await proxy.restore();
    await eventually(async () => expect((await ask()).status).toBe(200));
    printed.mockRestore();
    await platform.stop();
    await proxy.cut();
    await database.drop();
  });
});

describe('a connection that breaks', () => {
  it('in the hands of better-auth, between two statements, does not end the process', async () => {
    const { DATABASE_URL } = kernel.container.config;
    const pool = createAuthPool({ url: DATABASE_URL, onError: () => undefined });
    const client = await pool.connect();
    await client.query('begin');
    await cutEverybody(DATABASE_URL, 'haat-auth');
    await eventually(() => expect(client.query('select 1')).rejects.toThrow(/terminat|queryable/));
    client.release(true);
    expect((await pool.query('select 1 as item')).rows).toEqual([{ item: 1 }]);
    await pool.end();
  });

  it('in the middle of a transaction is an unavailable database, also where the rollback is what fails', async () => {
    const { container, ctx } = kernel;
    const failure = await failureOf(
      container.unitOfWork.run(ctx, async (tx) => {
        await tx.raw('select 1');
        await cutEverybody(container.config.DATABASE_URL);
        // The driver hears of the cut a moment later; the statement after that finds the connection gone.
        for (;;) await tx.raw('select pg_sleep(0.05)');
      }),
    );
    expect(databaseError(failure)).toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 });
  });

  it.each([
    'Connection terminated unexpectedly',
    'ROLLBACK - Client has encountered a connection error and is not queryable',
    'select 1 - Client was closed and is not queryable',
    'timeout expired',
  ])('is recognised by the words of the driver: %s', (message) => {
    expect(databaseError(new Error(message))).toMatchObject({ status: 503, retryAfter: 2 });
  });

  it.each(['08006', '57P01', '57P02', '57P03', 'ECONNREFUSED'])('is recognised by its code: %s', (code) => {
    expect(databaseError(Object.assign(new Error('gone'), { code }))).toMatchObject({ status: 503 });
  });
});
