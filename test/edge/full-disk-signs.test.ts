import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createHealthService } from '#api/health/health.service.js';
import { fullDiskRefusals, isDatabaseFull, recordFullDisk } from '#lib/full-disk.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

it('a statement that finds the disk full is counted, and health says so for a while', async () => {
  const { knex } = platform.container;
  const before = fullDiskRefusals().database;
  // As Postgres words it.
  const refused = knex.raw(
    `do $$ begin raise 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
  );
  await expect(refused).rejects.toMatchObject({ code: '53100' });
  expect(fullDiskRefusals().database).toBe(before + 1);
  const { status, reasons } = await createHealthService(platform.container).ready();
  expect([status, reasons]).toEqual(['degraded', ['The disk of the database is full: writes are refused']]);

  recordFullDisk('database', 1_000_000_000);
  expect([isDatabaseFull(1_000_044_999), isDatabaseFull(1_000_045_000)]).toEqual([true, false]);
  // The other tests of this process have room.
  recordFullDisk('database', Number.NEGATIVE_INFINITY);
});
