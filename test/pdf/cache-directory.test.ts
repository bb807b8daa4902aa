import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cacheDirectory } from '#integrations/pdf/cache-directory.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'cache-directory-'));
});
afterAll(() => rm(directory, { recursive: true }));

test('lies below the cache directory of the user, readable by nobody else', async () => {
  const found = await cacheDirectory({ XDG_CACHE_HOME: directory });
  expect(found).toBe(path.join(directory, 'haat'));
  expect((await stat(found)).mode & 0o777).toBe(0o700);
  expect(await cacheDirectory({ HOME: directory })).toBe(path.join(directory, '.cache', 'haat'));
});

test('without a usable home it lies below the temporary directory, one for each user', async () => {
  const file = path.join(directory, 'not-a-directory');
  await writeFile(file, '');
  const found = await cacheDirectory({ XDG_CACHE_HOME: file });
  expect(path.dirname(found)).toBe(tmpdir());
  expect(path.basename(found)).toMatch(/^haat-./);
});
