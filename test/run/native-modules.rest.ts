import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

/** As they run when built: what tests load goes through tsx, which is more lenient with the exports of packages. */
test('Node itself can load every built module', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['test/run/import-all.mjs']);
  const { count, refused } = JSON.parse(stdout) as { count: number; refused: string[] };
  expect(refused).toEqual([]);
  expect(count).toBeGreaterThan(50);
});
