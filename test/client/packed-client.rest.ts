import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');

let platform: TestPlatform;
let folder: string;

beforeAll(async () => {
  platform = await startPlatform();
  // Beside the repository's packages, where the one package that the client needs is found.
  mkdirSync(join(root, '.cache'), { recursive: true });
  folder = mkdtempSync(join(root, '.cache', 'packed-client-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await platform.stop();
});

// npm hands the project's setting that packages run no scripts to its tests; the client is compiled by one.
it('the packed client runs the example of docs/client.md', async () => {
  await run('npm', ['pack', '--silent', '--ignore-scripts=false', '--pack-destination', folder], {
    cwd: join(root, 'client'),
  });
  const installed = join(folder, 'node_modules', 'haat-client');
  mkdirSync(installed, { recursive: true });
  const [packed = ''] = (await run('ls', [folder])).stdout
    .split('\n')
    .filter((name) => name.endsWith('.tgz'));
  await run('tar', ['-xzf', join(folder, packed), '-C', installed, '--strip-components=1']);
  const example =
    /```js\n([\s\S]*?)```/.exec(readFileSync(join(root, 'docs', 'client.md'), 'utf8'))?.[1] ?? '';
  writeFileSync(join(folder, 'example.mjs'), example);
  const { token } = await createSession(platform.container, { roles: ['admin'] });
  const env = { ...process.env, HAAT_URL: platform.url, HAAT_TOKEN: token, NODE_OPTIONS: '' };
  const { stdout } = await run(process.execPath, [join(folder, 'example.mjs')], { env });
  expect(stdout.trim().split('\n')).toEqual(['1 of 1: Kolam Works', 'kolam-works', 'taken']);
  const { types } = (
    JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
      exports: { '.': { types: string } };
    }
  ).exports['.'];
  expect(readFileSync(join(installed, types), 'utf8')).toContain('createClient');
});
