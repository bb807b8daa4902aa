import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { expectWhole, exportsHalfway } from './halfway.js';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'exports'] });
});
afterAll(() => platform.stop());

/** Ends every connection to this database, as a restart of the server does. */
async function endConnections(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await client.end();
}

it('postgres-restarts-export: the file is written again from its beginning', async () => {
  const halfway = await exportsHalfway(platform);
  await endConnections(platform.container.config.DATABASE_URL);
  await halfway.letGo().catch(() => undefined);
  await expectWhole(platform.container, halfway);
  const attempts = (await platform.container.knex('reports_exports').pluck('attempt')) as number[];
  expect(Math.min(...attempts)).toBeGreaterThan(1);
});
