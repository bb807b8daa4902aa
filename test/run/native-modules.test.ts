import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

/**
 * jest resolves the exports of CommonJS packages more leniently than Node: a name that Node cannot see works here and
 * ends the real process at its first line.
 */
test('Node itself can load every module', async () => {
  const args = ['--conditions=source', '--import', 'tsx', 'test/run/import-all.mjs'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1e7 });
  const { count, refused } = JSON.parse(stdout) as { count: number; refused: string[] };
  expect(refused).toEqual([]);
  expect(count).toBeGreaterThan(50);
}, 120_000);
